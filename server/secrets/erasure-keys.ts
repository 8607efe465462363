/**
 * One key for each hour, destroyed once it encrypts nothing. PostgreSQL retains deleted data in table files, in its log and in
 * archives of the log, so data that must not be readable later is encrypted with a key that was never in the database.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSeconds, timestamp } from '../core/clock.ts';
import { syncFolder } from '../core/durable-files.ts';
import { ServiceUnavailable } from '../core/errors.ts';
import { makePrivateFolder } from '../core/private-folder.ts';
import { StartError } from '../core/start-error.ts';
import type { Db } from '../database/database.ts';
import { findState, insertState, putState } from './server-key.repository.ts';
import { makeKeyFile, readKeyFile } from './server-key.ts';

export type ErasureKeys = Awaited<ReturnType<typeof openErasureKeys>>;

export interface NamedKey {
  name: string;
  key: Buffer;
}

/** Identifies the folder, so that all processes on one database use the same one. The database stores its hash. */
const ID_FILE = 'folder.id';
const ENDING = '.key';
const KEY_FILE_BYTES = 44;
/** A process whose clock is behind, or a long transaction, may still encrypt with the previous hour's key. */
const SPARE_SECONDS = 3600;

/** `make`: creates the folder if needed, as a server does. `look`: requires that it exists. `replace`: may replace a lost folder. */
export type FolderUse = 'make' | 'look' | 'replace';

/** @throws StartError when the database is bound to another folder */
export async function openErasureKeys(db: Db, folder: string, use: FolderUse) {
  if (use !== 'replace') await assertFolder(db, folder, use);
  const from = await findState(db, 'erasure_from');
  const known = new Map<string, Buffer>();
  let newest: NamedKey | undefined;
  const fileOf = (name: string) => join(folder, name + ENDING);
  const has = (name: string) => existsSync(fileOf(name));

  /** Undefined once it has been destroyed. */
  function find(name: string): Buffer | undefined {
    const key = known.get(name) ?? read(fileOf(name));
    if (key) known.set(name, key);
    else if (!existsSync(join(folder, ID_FILE))) throw unreachable();
    return key;
  }

  return {
    find,
    has,
    /**
     * The key of the current hour. Undefined while an earlier version of the service that could not read the encrypted data may
     * still be running.
     */
    async current(db: Db, now: Date): Promise<NamedKey | undefined> {
      if (from && timestamp(now) < from.toString()) return undefined;
      const name = hourOf(now);
      if (newest?.name !== name) newest = { name, key: find(name) ?? (await makeKey(db, folder, name)) };
      return newest;
    },
    /** The names of the keys that no longer encrypt new data. */
    past(now: Date): string[] {
      const names = namesIn(folder);
      // Another process may have destroyed keys, or an operator replaced the folder.
      for (const name of known.keys()) if (!names.includes(name)) known.delete(name);
      if (newest && !names.includes(newest.name)) newest = undefined;
      return names.filter((name) => name < hourOf(addSeconds(now, -SPARE_SECONDS)));
    },
    destroy(name: string): void {
      known.delete(name);
      if (!has(name)) return;
      writeFileSync(fileOf(name), Buffer.alloc(KEY_FILE_BYTES), { flush: true });
      rmSync(fileOf(name), { force: true });
    },
    adopt: (db: Db): Promise<void> => putState(db, 'erasure_folder', makeFolder(folder)),
  };
}

const hourOf = (time: Date) => timestamp(time).slice(0, 'YYYY-MM-DDTHH'.length);

const namesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));

/** The folder is checked again, since its volume may have been unmounted, or the folder replaced. */
async function makeKey(db: Db, folder: string, name: string): Promise<Buffer> {
  if (!(await isFolderOf(db, folder))) throw unreachable();
  const file = join(folder, name + ENDING);
  try {
    makeKeyFile(file);
    // A key must survive a power failure, as the data that it encrypts does.
    syncFolder(folder);
  } catch (error) {
    throw unreachable(error);
  }
  const key = read(file);
  if (!key) throw unreachable();
  return key;
}

function read(file: string): Buffer | undefined {
  try {
    return readKeyFile(file);
  } catch (error) {
    throw unreachable(error);
  }
}

const unreachable = (cause?: unknown) =>
  new ServiceUnavailable('The service cannot reach its keys right now. Try again shortly', 'service_unavailable', {
    retryAfter: 2,
    cause,
  });

async function assertFolder(db: Db, folder: string, use: FolderUse): Promise<void> {
  if (!(await findState(db, 'erasure_folder'))) {
    if (use === 'look') return;
    await insertState(db, [{ name: 'erasure_folder', value: makeFolder(folder) }]);
  }
  if (!(await isFolderOf(db, folder)))
    throw new StartError(
      `ERASURE_KEYS_DIR is ${folder}, which is not the folder of this database. All processes on one database need the same folder, on a shared volume. ` +
        'Set it to the folder used until now; if that is lost, see "operator erasure-keys replace". Nothing was changed.',
    );
}

async function isFolderOf(db: Db, folder: string): Promise<boolean> {
  const expected = await findState(db, 'erasure_folder');
  return expected !== undefined && idOf(folder)?.equals(expected) === true;
}

function idOf(folder: string): Buffer | undefined {
  const id = readKeyFile(join(folder, ID_FILE));
  return id && createHash('sha256').update(id).digest();
}

/** @returns the hash of the folder's id. */
function makeFolder(folder: string): Buffer {
  try {
    makePrivateFolder(folder);
    if (!existsSync(join(folder, ID_FILE))) makeKeyFile(join(folder, ID_FILE));
    syncFolder(folder);
    const id = idOf(folder);
    if (!id) throw new Error(`${ID_FILE} in ${folder} is damaged`);
    return id;
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Set ERASURE_KEYS_DIR to a folder that this user can write to.`, {
      cause: error,
    });
  }
}

/**
 * Copies the id of one folder, and with `keys` its keys, to another folder. Skips keys that the other folder already has, and keys
 * that are destroyed in the meantime. Does nothing if `from` has no id.
 */
export function copyErasureKeys(from: string, to: string, { keys }: { keys: boolean }): void {
  if (!existsSync(join(from, ID_FILE))) return;
  makePrivateFolder(to);
  for (const name of [ID_FILE, ...(keys ? namesIn(from).map((name) => name + ENDING) : [])]) {
    const copy = join(to, name);
    if (existsSync(copy) || !readKeyFile(join(from, name))) continue;
    // The id comes first and alone is enough to recognize the folder, so a copy that was interrupted can be continued.
    writeFileSync(`${copy}.copied`, readFileSync(join(from, name)), { mode: 0o600, flush: true });
    renameSync(`${copy}.copied`, copy);
  }
  syncFolder(to);
}

/** Whether the keys of one folder may be added to another: it has the same id, or no keys. */
export function mayReceive(to: string, from: string): boolean {
  const [id, other] = [idOf(from), idOf(to)];
  if (other) return id?.equals(other) === true;
  return !existsSync(to) || namesIn(to).length === 0;
}
