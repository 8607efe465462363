/** `npm run operator -- move`: from SQLite to PostgreSQL. */
import { type Read, readArguments, UsageError } from '../../sdk/cli/src/command.ts';
import { type Move, openMove } from '../backup/move.service.ts';
import { addSeconds, timestamp } from '../core/clock.ts';
import { type Config, ConfigError, readConfig } from '../core/config.ts';
import { CommandRefused } from '../core/planned-change.ts';
import { describePlace, openData } from '../database/open-data.ts';
import { agrees, COMMON, type Described, type OperatorCommand, print, type Terminal, usageOf, YES } from './command.ts';

const OPTIONS = {
  to: { type: 'string', value: 'URL', says: 'the empty PostgreSQL database, as postgres://USER:PASSWORD@HOST/NAME' },
  compare: { type: 'boolean', default: false, says: 'copies nothing, and compares the databases after a move' },
  ...YES,
  ...COMMON,
} as const satisfies Described;

const DAY_SECONDS = 86_400;

export const move: OperatorCommand = {
  words: '',
  summary:
    'copies a stopped installation from SQLite to PostgreSQL, and compares every row; exits with 1 if one differs',
  usage: usageOf(OPTIONS),
  async run(args, terminal) {
    const { values } = readArguments(args, OPTIONS, { words: 0 });
    const { config, target } = placesOf(terminal, values);
    const say = (line: string) => print(terminal, [line]);
    if (values.migrate) await (await openData(config, { makes: false, migrates: true })).close();
    const move = await openMove({ config, target, say });
    try {
      if (!values.compare && !(await isCopied(terminal, { move, config, target, yes: values.yes }))) return 1;
      if (!(await move.compare())) {
        say('The databases differ. Do not start the service on PostgreSQL. SQLite was not changed.');
        return 1;
      }
      print(terminal, nextSteps(move, target));
      return 0;
    } finally {
      await move.close();
    }
  },
};

function placesOf({ environment }: Terminal, { to }: Read<typeof OPTIONS>['values']) {
  if (!to) throw new UsageError('Add --to with the URL of a PostgreSQL database.');
  const config = readConfig(environment, { sends_mail: false });
  if (config.database_url)
    throw new CommandRefused('DATABASE_URL is set. Unset it, so that the installation in DATA_DIR is moved.');
  try {
    const target = readConfig({ ...environment, DATABASE_URL: to }, { sends_mail: false });
    return { config, target: { ...target, database_url: to } };
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(error.message.replaceAll('DATABASE_URL', '--to')) : error;
  }
}

interface Copying {
  move: Move;
  config: Config;
  target: Config;
  yes: boolean;
}

async function isCopied(terminal: Terminal, { move, config, target, yes }: Copying): Promise<boolean> {
  print(terminal, [
    `${move.rows.toLocaleString('en')} rows in ${move.tables} tables will be copied from ${describePlace(config)} to ${describePlace(target)}.`,
    `Erasure keys will be created in ${target.erasure_keys_dir}. SQLite is only read, and cannot be used until this ends.`,
  ]);
  if (!yes && !(await agrees(terminal))) {
    print(terminal, ['Nothing was changed.']);
    return false;
  }
  await move.copy();
  return true;
}

function nextSteps({ file, identity_data: { sessions, until } }: Move, target: Config): string[] {
  const latest = timestamp(addSeconds(new Date(), DAY_SECONDS));

  const count = sessions === 1 ? '1 session' : `${sessions} sessions`;
  return [
    'All rows are equal.',
    `1. Start the service with DATABASE_URL for ${describePlace(target)}, ERASURE_KEYS_DIR=${target.erasure_keys_dir}, and everything else as before.`,
    `2. Then delete the old database, which was not changed: shred -u ${file}*`,
    ...(sessions > 0
      ? [`   It still has the identity data of ${count}, the first of which must be destroyed by ${until ?? latest}.`]
      : []),
  ];
}
