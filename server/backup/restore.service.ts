import { chmodSync, constants, copyFileSync, existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import { syncFile, syncFolder } from '../core/durable-files.ts';
import { CommandRefused } from '../core/planned-change.ts';
import { makePrivateFolder } from '../core/private-folder.ts';
import { randomBytes } from '../core/random-bytes.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { migrations, SCHEMA } from '../database/migrate.ts';
import { SQLITE_FILE, sqliteFile, startErrorOf } from '../database/open-data.ts';
import { copyErasureKeys, mayReceive } from '../secrets/erasure-keys.ts';
import { createServerSealer, type ServerKeys } from '../secrets/server-key.ts';
import { isAboutDisk, occasionally } from './backup.service.ts';
import { createDatabase, dropDatabase, isEmpty } from './installation.repository.ts';
import { checkFiles, DUMP, ERASURE_KEYS, type Manifest } from './manifest.ts';
import { restorePostgres } from './postgres-programs.ts';

export type Place = Pick<Config, 'data_dir' | 'database_url' | 'erasure_keys_dir'>;

export interface Backup {
  folder: string;
  manifest: Manifest;
}

type Say = (line: string) => void;

/** @throws CommandRefused unless this version can restore the backup with these keys, and the files of the backup are unchanged */
export async function assertRestorable(
  { folder, manifest }: Backup,
  { database_url }: Place,
  keys: ServerKeys,
): Promise<void> {
  const { schema, version, engine, server_keys } = manifest;
  if (!Object.hasOwn(migrations, schema))
    throw new CommandRefused(
      `The backup is at ${schema}, and this version supports ${Object.keys(migrations)[0]} to ${SCHEMA}. Use version ${version}, which wrote it. Nothing was changed.`,
    );
  if (engine === 'sqlite' && database_url)
    throw new CommandRefused('This is a backup of SQLite. Unset DATABASE_URL to restore it. Nothing was changed.');
  if (engine === 'postgresql' && !database_url)
    throw new CommandRefused(
      'This is a backup of PostgreSQL. Set DATABASE_URL to an empty database to restore it. Nothing was changed.',
    );
  const sealer = createServerSealer(keys);
  if (!server_keys.some((id) => sealer.isOurs(Buffer.from(id, 'hex'))))
    throw new CommandRefused(
      `SERVER_KEY is not the key of this backup: it needs the key with the id ${server_keys.join(' or ')}, and this one has ${sealer.key_id.toString('hex')}. Nothing was changed.`,
    );
  const faults = await checkFiles(folder, manifest);
  if (faults.length > 0)
    throw new CommandRefused(`${faults.join('\n')}\nThe backup is damaged. Use another one. Nothing was changed.`);
}

export async function restoreBackup({ folder, manifest }: Backup, place: Place, say: Say): Promise<void> {
  try {
    if (manifest.engine === 'sqlite') restoreSqlite(folder, place);
    else await restoreIntoPostgres(folder, place, say);
  } catch (error) {
    throw isAboutDisk(error)
      ? new CommandRefused(`The backup could not be restored: ${error.message}. Solve that, and restore it again.`)
      : error;
  }
}

function restoreSqlite(folder: string, place: Place): void {
  const file = sqliteFile(place);
  const copy = `${file}.restoring`;
  // An interrupted attempt may have left a copy.
  rmSync(copy, { force: true });
  // SQLite would apply the log of another database to the restored file.
  const found = [file, `${file}-wal`, `${file}-journal`].find(existsSync);
  if (found)
    throw new CommandRefused(
      `${found} exists already. Restore into a folder without a database: set DATA_DIR to an empty one. Nothing was changed.`,
    );
  makePrivateFolder(place.data_dir);
  copyFileSync(join(folder, SQLITE_FILE), copy, constants.COPYFILE_FICLONE);
  chmodSync(copy, 0o600);
  syncFile(copy);
  // Unlike a renamed file, a link never replaces a database that a service has created in the meantime.
  linkSync(copy, file);
  rmSync(copy);
  syncFolder(place.data_dir);
}

async function restoreIntoPostgres(folder: string, place: Place, say: Say): Promise<void> {
  const url = place.database_url!;
  await usingDatabase(url, async ({ db }) => {
    if (!(await isEmpty(db)))
      throw new CommandRefused(
        'The database of DATABASE_URL is not empty. Restore into a new one: create it with "createdb", and set DATABASE_URL to it. Nothing was changed.',
      );
  });
  const keys = join(folder, ERASURE_KEYS);
  if (existsSync(keys) && !mayReceive(place.erasure_keys_dir, keys))
    throw new CommandRefused(
      `ERASURE_KEYS_DIR is ${place.erasure_keys_dir}, which has the keys of another database. Set it to an empty folder. Nothing was changed.`,
    );
  // The keys are restored first, because the service does not start with a database whose keys are missing.
  copyErasureKeys(keys, place.erasure_keys_dir, { keys: true });
  const told = occasionally(say);
  await restorePostgres({
    url,
    file: join(folder, DUMP),
    progress: (bytes) => told(`${Math.round(bytes / 1e6)} MB`),
  });
}

async function usingDatabase<T>(url: string, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, file: '' });
  try {
    return await work(database);
  } catch (error) {
    throw startErrorOf(error, { data_dir: '', database_url: url });
  } finally {
    await database.close();
  }
}

/** Restores the backup into a place that exists only during `work`: a temporary folder, and on PostgreSQL a temporary database. */
export async function inTemporaryPlace<T>(
  backup: Backup,
  { database_url }: Pick<Place, 'database_url'>,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-verify-'));
  const restored = async (url: string | undefined) => {
    const place = { data_dir: folder, erasure_keys_dir: join(folder, ERASURE_KEYS), database_url: url };
    await restoreBackup(backup, place, () => {});
    return work(place);
  };
  try {
    return database_url ? await withTemporaryDatabase(database_url, restored) : await restored(undefined);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

const withTemporaryDatabase = <T>(server: string, work: (url: string) => Promise<T>): Promise<T> =>
  usingDatabase(server, async ({ patiently }) => {
    const name = `sigill_verify_${randomBytes(4).toString('hex')}`;
    try {
      await patiently((db) => createDatabase(db, name));
    } catch (error) {
      if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new CommandRefused(
        'The user of DATABASE_URL may not create a temporary database. Give it CREATEDB, or restore the backup into an empty database and run verify there.',
      );
    }
    try {
      const url = new URL(server);
      url.pathname = `/${name}`;
      return await work(url.href);
    } finally {
      await patiently((db) => dropDatabase(db, name));
    }
  });
