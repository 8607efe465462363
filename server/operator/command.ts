/** Defines an operator command: its options, its help, and how it accesses the installation. */
import { userInfo } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Command, type Options, type Read, readArguments } from '../../sdk/cli/src/command.ts';
import type { Terminal as CommandLine } from '../../sdk/cli/src/terminal.ts';
import { createService } from '../compose.ts';
import { type Config, readConfig } from '../core/config.ts';
import type { OutsideContext } from '../core/context.ts';
import { createLog } from '../core/log.ts';
import { CommandRefused, type PlannedChange } from '../core/planned-change.ts';
import { startErrorOf } from '../database/open-data.ts';
import { inTransaction } from '../database/transaction.ts';

/** The terminal that a command runs in. Without `ask`, it is not interactive. */
export interface Terminal extends Pick<CommandLine, 'environment' | 'write' | 'writeError'> {
  /** What the operator types before the name of a command. */
  command?: string;
  ask?: ((question: string) => Promise<string>) | undefined;
}

export interface OperatorCommand extends Command<Terminal> {
  /** The arguments after the name, as in `ACCOUNT starter|standard`. */
  words: string;
}

/** `value` names the option's value, as in `--by NAME`, and `says` is its help text. */
export type Described = Record<string, Options[string] & { value?: string; says: string }>;

export const COMMON = {
  migrate: { type: 'boolean', default: false, says: 'first upgrades a database of an earlier version' },
} as const satisfies Described;

export const YES = {
  yes: { type: 'boolean', default: false, says: 'skips the confirmation, for scripts' },
} as const satisfies Described;

export const BY = {
  by: { type: 'string', value: 'NAME', says: 'who makes the change; defaults to the user of the terminal' },
} as const satisfies Described;

interface Definition<Own extends Described> {
  words?: string;
  summary: string;
  options?: Own;
  replaces_erasure_keys?: boolean;
  run(ctx: OutsideContext, read: Read<Own>, terminal: Terminal): Promise<number>;
}

export function command<const Own extends Described>(definition: Definition<Own>): OperatorCommand {
  const { replaces_erasure_keys = false } = definition;
  return commandOn(definition, (read, terminal) =>
    withService(
      readConfig(terminal.environment, { sends_mail: false }),
      { migrates: read.values.migrate, replaces_erasure_keys },
      // The compiler cannot tell that the parsed options include those of this command.
      (ctx) => definition.run(ctx, read as unknown as Read<Own>, terminal),
    ),
  );
}

interface PlaceDefinition<Own extends Described> extends Omit<Definition<Own>, 'run' | 'replaces_erasure_keys'> {
  run(config: Config, read: Read<Own & typeof COMMON>, terminal: Terminal): Promise<number>;
}

/** Defines a command that opens an installation itself, because the configured one may not exist yet. */
export const placeCommand = <const Own extends Described>(definition: PlaceDefinition<Own>): OperatorCommand =>
  commandOn(definition, (read, terminal) =>
    definition.run(
      readConfig(terminal.environment, { sends_mail: false }),
      read as unknown as Read<Own & typeof COMMON>,
      terminal,
    ),
  );

function commandOn<Own extends Described>(
  { words = '', summary, options: own }: Pick<Definition<Own>, 'words' | 'summary' | 'options'>,
  run: (read: Read<typeof COMMON>, terminal: Terminal) => Promise<number>,
): OperatorCommand {
  const options = { ...own, ...COMMON };
  const most = words.endsWith('…') ? Number.POSITIVE_INFINITY : words.split(' ').filter(Boolean).length;
  return {
    words,
    summary,
    usage: usageOf(options),
    run: async (args, terminal) => run(readArguments(args, options, { words: most }), terminal),
  };
}

export const usageOf = (options: Described): string => Object.entries<Described[string]>(options).map(lineOf).join('');

export async function withService<T>(
  config: Config,
  options: { migrates: boolean; replaces_erasure_keys?: boolean },
  work: (ctx: OutsideContext) => Promise<T>,
): Promise<T> {
  // In local mode, the server that runs beside this command runs the card provider's stand-in.
  const service = await createService({
    // The server reports its own telemetry.
    config: { ...config, telemetry: undefined },
    log: createLog('error'),
    plays_card_provider: false,
    access: { makes: false, migrates: options.migrates },
    replaces_erasure_keys: options.replaces_erasure_keys ?? false,
  }).catch((error: unknown) => {
    // Some damage to a database shows only now, not when it is opened.
    throw startErrorOf(error, config);
  });
  try {
    return await work(service.ctx);
  } finally {
    // Work that was registered with `afterCommit` begins in the next turn of the event loop.
    await nextTurn();
    await service.stop();
  }
}

const lineOf = ([name, { value, says }]: [string, Described[string]]) =>
  `  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(24)}${says}\n`;

interface Change<Own extends Described> extends Omit<Definition<Own>, 'run'> {
  plan(ctx: OutsideContext, read: Read<Own>, terminal: Terminal): Promise<PlannedChange>;
}

export const change = <const Own extends Described>({ plan, options, ...definition }: Change<Own>): OperatorCommand =>
  command({
    ...definition,
    options: { ...options, ...YES },
    async run(ctx, read, terminal) {
      const { summary, warning, prepare, run } = await plan(ctx, read as unknown as Read<Own>, terminal);
      print(terminal, summary);
      if (!(await isConfirmed(terminal, { yes: read.values.yes, warning }))) {
        print(terminal, ['Nothing was changed.']);
        return 1;
      }
      await prepare?.(ctx);
      await inTransaction(ctx, run);
      print(terminal, ['Done.']);
      return 0;
    },
  });

/** A warning needs a separate confirmation, which `--yes` does not give. */
async function isConfirmed(
  terminal: Terminal,
  { yes, warning }: { yes: boolean; warning: string | undefined },
): Promise<boolean> {
  if (!yes && !(await agrees(terminal))) return false;
  if (warning !== undefined && !terminal.ask)
    throw new CommandRefused(`${warning} Confirm it at an interactive terminal.`);
  return warning === undefined || agrees(terminal, warning);
}

interface List extends Omit<Definition<Described>, 'run' | 'options'> {
  lines(ctx: OutsideContext, words: string[]): Promise<string[]>;
}

export const list = ({ lines, ...definition }: List): OperatorCommand =>
  command({
    ...definition,
    async run(ctx, { words }, terminal) {
      const found = await lines(ctx, words);
      print(terminal, found.length > 0 ? found : ['None yet.']);
      return 0;
    },
  });

/** @throws CommandRefused when the terminal is not interactive. */
export async function agrees({ ask }: Terminal, warning?: string): Promise<boolean> {
  if (!ask) throw new CommandRefused('This needs a confirmation, and the terminal is not interactive. Add --yes.');
  return /^y(es)?$/i.test((await ask(`${warning ? `${warning} ` : ''}Proceed? [y/N] `)).trim());
}

const LONGEST_REASON = 200;

export function reasonOf(text: string | undefined): string | undefined {
  const reason = text?.trim();
  if (reason && reason.length > LONGEST_REASON)
    throw new CommandRefused(`--reason has more than ${LONGEST_REASON} characters.`);
  return reason || undefined;
}

/** The person at the terminal, even behind sudo, unless they give another name. */
export const actorAt = ({ environment }: Terminal, by: string | undefined): string =>
  by ?? environment['SUDO_USER'] ?? userInfo().username;

export const print = ({ write }: Pick<Terminal, 'write'>, lines: string[]): void =>
  write(lines.map((line) => `${line}\n`).join(''));
