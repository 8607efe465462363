import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import { makePrivateFolder } from '../core/private-folder.ts';
import { StartError } from '../core/start-error.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { migrate, readSchema } from './migrate.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

export const SQLITE_FILE = 'sigill.db';

export type Place = Pick<Config, 'data_dir' | 'database_url' | 'database_pool_size'>;

/** What a process may do to the database. An operator's command creates nothing, and migrates only if asked to. */
export interface Access {
  makes: boolean;
  migrates: boolean;
}

export const A_START: Access = { makes: true, migrates: true };

export const sqliteFile = ({ data_dir }: Pick<Place, 'data_dir'>): string => join(data_dir, SQLITE_FILE);

/** `applied` names the migrations that were missing. @throws StartError when there is no database that this process may use */
export async function openData(place: Place, access = A_START): Promise<OpenDatabase & { applied: string[] }> {
  const file = sqliteFile(place);
  if (access.makes) makeFolder(place.data_dir);
  else if (!place.database_url && !existsSync(file))
    throw new StartError(
      `There is no database in ${place.data_dir}. Set DATA_DIR to a folder that the service has used, or DATABASE_URL to its database.`,
    );
  let database: OpenDatabase | undefined;
  try {
    database = openDatabase({ url: place.database_url, file, pool_size: place.database_pool_size });
    if (!access.makes) await assertSchema(database, place, access);
    const applied = access.migrates ? await database.patiently(migrate) : [];
    return { ...database, applied };
  } catch (error) {
    await database?.close();
    throw startErrorOf(error, place);
  }
}

/** @returns a StartError that explains a database failure to the operator, or the same error if it is something else. */
export function startErrorOf(error: unknown, place: Pick<Place, 'data_dir' | 'database_url'>): unknown {
  const text = place.database_url ? postgresFailure(error, place.database_url) : sqliteFailure(error, place.data_dir);
  return text === undefined ? error : new StartError(text, { cause: error });
}

async function assertSchema({ db }: OpenDatabase, { database_url }: Place, { migrates }: Access): Promise<void> {
  const { newest, missing, unknown } = await readSchema(db);
  if (newest === undefined) {
    const [name, where] = database_url ? ['DATABASE_URL', ` at ${shown(database_url)}`] : ['DATA_DIR', ''];
    throw new StartError(`The database${where} is empty. Set ${name} to one that the service has used.`);
  }
  if (missing.length > 0 && unknown.length === 0 && !migrates)
    throw new StartError(
      `The database is at ${newest}, and this version needs ${missing.at(-1)}. Start the service, or add --migrate to upgrade it. Nothing was changed.`,
    );
}

/** Since PostgreSQL 15, only the owner of a database may create tables in its schema "public". */
const NOT_ALLOWED = '42501';

const shown = (url: string) => {
  const { host, pathname } = new URL(url);
  return `${host || 'localhost'}${pathname}`;
};

function makeFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Set DATA_DIR to a folder that this user can write to.`, {
      cause: error,
    });
  }
}

function sqliteFailure(error: unknown, folder: string): string | undefined {
  const code = codeOf(error);
  const because = `${(error as Error).message} (${code})`;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return `The database sigill.db in ${folder} is damaged: ${because}. Restore a backup, or set DATA_DIR to another folder.`;
  if (/^(SQLITE_FULL|ENOSPC)/.test(code)) return `There is no space left for the database in ${folder}: ${because}.`;
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return `Another program has locked the database in ${folder}: ${because}.`;
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)|^E[A-Z]+$/.test(code))
    return `The database in ${folder} cannot be opened: ${because}. Set DATA_DIR to a folder that this user can write to.`;
  return undefined;
}

/** The codes 28…, 3D… and 42501: authentication failed, no such database, missing privileges. */
export function postgresFailure(error: unknown, url: string): string | undefined {
  const code = codeOf(error);
  const isForOperator = isDatabaseUnavailable(error) || /^(E[A-Z_]+|28\w{3}|3D\w{3}|42501)$/.test(code);
  if (!isForOperator) return undefined;
  const reason = (error as Error).message || 'no response';
  const because = (text: string) => `${text}${code && ` (${code})`}`;
  const accepted = certificateRemedy(code);
  // The text after a semicolon is cut off: it is advice by Node for another kind of program.
  if (accepted)
    return `The certificate of the database at ${shown(url)} is not accepted: ${because(reason.split(';', 1)[0]!)}. ${accepted}`;
  const remedy = code === NOT_ALLOWED ? 'Make the user of DATABASE_URL its owner.' : 'Check DATABASE_URL.';
  return `The database at ${shown(url)} cannot be used: ${because(reason)}. ${remedy}`;
}

/** What the operator can do so that Node accepts the certificate. Undefined for other errors. */
function certificateRemedy(code: string): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'Use a name from the certificate in DATABASE_URL.';
  if (code === 'CERT_HAS_EXPIRED') return 'Renew it on the server.';
  if (/^(UNABLE_TO_(GET|VERIFY)|SELF_SIGNED|DEPTH_ZERO|CERT_)/.test(code))
    return 'Set sslrootcert in DATABASE_URL to the certificate of the authority that issued it, as a PEM file.';
  return undefined;
}

export const describePlace = ({ data_dir, database_url }: Pick<Place, 'data_dir' | 'database_url'>): string =>
  database_url ? `PostgreSQL at ${shown(database_url)}` : `SQLite in ${data_dir}`;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
