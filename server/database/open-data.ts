/** Opens the configured database and brings it to the newest schema. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import { StartError } from '../core/start-error.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

type Place = Pick<Config, 'data_dir' | 'database_url'>;

/**
 * `applied` names the migrations that were missing.
 * @throws StartError when there is no database that this process may use
 */
export async function openData(place: Place): Promise<OpenDatabase & { applied: string[] }> {
  makeFolder(place.data_dir);
  let database: OpenDatabase | undefined;
  try {
    database = openDatabase({ url: place.database_url, file: join(place.data_dir, 'sigill.db') });
    return { ...database, applied: await migrate(database.db) };
  } catch (error) {
    await database?.close();
    const text = place.database_url ? postgresFailure(error, place.database_url) : sqliteFailure(error, place.data_dir);
    if (text === undefined) throw error;
    throw new StartError(text, { cause: error });
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`${(error as Error).message}. DATA_DIR must name a folder that this user may write.`, {
      cause: error,
    });
  }
}

function sqliteFailure(error: unknown, folder: string): string | undefined {
  const code = codeOf(error);
  const because = `${(error as Error).message} (${code})`;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return `The database sigill.db in ${folder} is damaged: ${because}. Put a backup in its place, or set DATA_DIR to another folder.`;
  if (/^(SQLITE_FULL|ENOSPC)/.test(code)) return `No space is left for the database in ${folder}: ${because}.`;
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return `Another program holds the database in ${folder}: ${because}.`;
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)|^E[A-Z]+$/.test(code))
    return `The database in ${folder} cannot be opened: ${because}. DATA_DIR must name a folder that this user may write.`;
  return undefined;
}

/** PostgreSQL's codes, in this order: connection, refused sign-in, no such database, no more connections, rights, shutting down. */
function postgresFailure(error: unknown, url: string): string | undefined {
  const code = codeOf(error);
  if (!/^(E[A-Z_]+|08\w{3}|28\w{3}|3D\w{3}|53\w{3}|42501|57P\w{2})$/.test(code)) return undefined;
  const { host, pathname } = new URL(url);
  const because = (error as Error).message || 'no answer';
  return `The database at ${host}${pathname} cannot be used: ${because} (${code}). DATABASE_URL says where it is.`;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
