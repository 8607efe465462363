import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { takeBackup } from '../backup/backup.service.ts';
import { type Manifest, readManifest } from '../backup/manifest.ts';
import { assertRestorable, type Backup, inTemporaryPlace, restoreBackup } from '../backup/restore.service.ts';
import type { Config } from '../core/config.ts';
import { CommandRefused } from '../core/planned-change.ts';
import { SCHEMA } from '../database/migrate.ts';
import { describePlace } from '../database/open-data.ts';
import { localServerKey } from '../secrets/server-key.ts';
import { countOverdue } from '../sessions/session/retention.ts';
import { command, placeCommand, print, type Terminal, withService } from './command.ts';
import { countLine, verifyInstallation } from './verify.ts';

export const backups = {
  backup: command({
    summary: 'copies the database, and on PostgreSQL the erasure keys, into a new folder while the service runs',
    options: {
      to: { type: 'string', value: 'FOLDER', says: 'a folder that does not exist yet' },
      'without-identity-data': {
        type: 'boolean',
        default: false,
        says: 'leaves out the identity data of sessions, so that the backup may be kept',
      },
    },
    async run(ctx, { values }, terminal) {
      if (!values.to) throw new CommandRefused('Add --to FOLDER: a folder that does not exist yet, for this backup.');
      const manifest = await takeBackup(ctx, {
        folder: values.to,
        with_identity_data: !values['without-identity-data'],
        version: packageFile.version,
        say: (line) => print(terminal, [line]),
      });
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
      print(terminal, [
        `${describePlace(ctx.deps.config)} is backed up in ${resolve(values.to)}: ${(bytes / 1e6).toFixed(1)} MB, schema ${manifest.schema}.`,
        `It opens only with the server key ${manifest.server_keys.join(' or ')}. Keep that in another place.`,
        manifest.delete_by === undefined
          ? 'It contains no identity data.'
          : `It contains identity data, the first of which has to be destroyed at ${manifest.delete_by}: delete it by then, or add --without-identity-data for a backup to keep.`,
      ]);
      return 0;
    },
  }),
  restore: placeCommand({
    words: 'FOLDER',
    summary: 'restores a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL',
    async run(config, { values, words: [folder] }, terminal) {
      const backup = readBackup(folder);
      const keyed = withKeys(config);
      await assertRestorable(backup, config, keysOf(keyed));
      await restoreBackup(backup, config, (line) => print(terminal, [line]));
      const { created, schema } = backup.manifest;
      print(terminal, [`${describePlace(config)} is restored to ${created}, at schema ${schema}.`]);
      print(terminal, await describeRestored(keyed, backup.manifest, values.migrate));
      return 0;
    },
  }),
  verify: placeCommand({
    words: '[FOLDER]',
    summary:
      'decrypts every encrypted value and checks all logs and numbers, of the installation or of a backup; exits with 1 if something is wrong',
    run: (config, { values, words: [folder] }, terminal) =>
      folder === undefined
        ? withService(config, { migrates: values.migrate }, (ctx) => verifyInstallation(ctx, terminal))
        : verifyBackup(withKeys(config), readBackup(folder), terminal),
  }),
};

function readBackup(folder: string | undefined): Backup {
  if (!folder) throw new CommandRefused('Name the folder of the backup: restore FOLDER.');
  const path = resolve(folder);
  return { folder: path, manifest: readManifest(path) };
}

type Keyed = Config & { server_key: Buffer };

/** In local mode the server's key is a file beside the database. A backup does not contain this file. */
function withKeys(config: Config): Keyed {
  const { server_key, data_dir } = config;
  if (!server_key && !existsSync(join(data_dir, 'server.key')))
    throw new CommandRefused(
      `There is no server key. Set SERVER_KEY, or copy the file server.key of the installation that was backed up to ${data_dir}. Nothing was changed.`,
    );
  return { ...config, server_key: server_key ?? localServerKey(data_dir, false) };
}

const keysOf = ({ server_key, previous_server_keys }: Keyed): [Buffer, ...Buffer[]] => [
  server_key,
  ...previous_server_keys,
];

async function describeRestored(config: Keyed, { schema, has_identity_data }: Manifest, migrates: boolean) {
  if (schema !== SCHEMA && !migrates)
    return [`The service upgrades it to ${SCHEMA} when it starts. Run verify after that.`];
  return withService(config, { migrates }, async (ctx) => {
    const { overdue } = await countOverdue(ctx);
    return [
      await countLine(ctx),
      ...(has_identity_data
        ? []
        : ['Sessions that ended in the last day before the backup have no identity data: the backup left it out.']),
      ...(has_identity_data && overdue > 0
        ? [`The identity data of ${overdue} sessions is past its date. The service destroys it when it starts.`]
        : []),
      'Run verify, then start the service.',
    ];
  });
}

async function verifyBackup(config: Keyed, backup: Backup, terminal: Terminal): Promise<number> {
  await assertRestorable(backup, config, keysOf(config));
  const { created, schema, delete_by } = backup.manifest;
  print(terminal, [`Backup of ${created}, schema ${schema}. Its files are as they were written.`]);
  if (delete_by !== undefined && Date.parse(delete_by) < Date.now())
    print(terminal, [`It contains identity data that had to be destroyed at ${delete_by}. Delete it.`]);
  return inTemporaryPlace(backup, config, (place) =>
    withService({ ...config, ...place }, { migrates: true }, (ctx) => verifyInstallation(ctx, terminal)),
  );
}
