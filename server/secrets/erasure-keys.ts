/**
 * Keys that are destroyed, one for each hour. PostgreSQL keeps what was deleted in table files, in its log and in archives of that, so
 * what must not be opened later is sealed under a key that was never in the database.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSeconds, timestamp } from '../core/clock.ts';
import { ServiceUnavailable } from '../core/errors.ts';
import { StartError } from '../core/start-error.ts';
import type { Db } from '../database/database.ts';
import { makeKeyFile, readKeyFile } from './key-file.ts';
import { findState, insertState, updateState } from './server-key.repository.ts';

export interface ErasureKeys {
  /** The key of this hour. Absent while a version may run that could not open what it seals. */
  current(db: Db, now: Date): Promise<NamedKey | undefined>;
  /** Absent once it was destroyed. */
  find(name: string): Buffer | undefined;
  /** The names of the keys that seal nothing new. */
  past(now: Date): string[];
  destroy(name: string): void;
  /** Makes the folder of this process the one of the database. */
  adopt(db: Db): Promise<void>;
}

export interface NamedKey {
  name: string;
  key: Buffer;
}

/** Which folder it is, so that no two processes on one database use different ones. The database knows the hash. */
const ID_FILE = 'folder.id';
const ENDING = '.key';
/** A process whose clock is behind, or a transaction that takes long, may still seal with the key of an hour that is over. */
const SPARE_SECONDS = 3600;

/**
 * @param replaces takes a folder that the database does not know
 * @throws StartError when another folder belongs to the database
 */
export async function openErasureKeys(db: Db, folder: string, replaces = false): Promise<ErasureKeys> {
  if (replaces) makeFolder(folder);
  else await assertFolder(db, folder);
  const from = await findState(db, 'erasure_from');
  const known = new Map<string, Buffer>();
  let newest: NamedKey | undefined;

  function find(name: string): Buffer | undefined {
    const file = join(folder, name + ENDING);
    if (!known.has(name) && existsSync(file)) known.set(name, readKeyFile(file));
    return known.get(name);
  }

  return {
    find,
    async current(db, now) {
      if (from && timestamp(now) < from.toString()) return undefined;
      const name = hourOf(now);
      if (newest?.name !== name) newest = { name, key: find(name) ?? (await makeKey(db, folder, name)) };
      return newest;
    },
    past(now) {
      const names = namesIn(folder);
      for (const name of known.keys()) if (!names.includes(name)) known.delete(name);
      return names.filter((name) => name < hourOf(addSeconds(now, -SPARE_SECONDS)));
    },
    destroy(name) {
      known.delete(name);
      const file = join(folder, name + ENDING);
      if (!existsSync(file)) return;
      writeFileSync(file, Buffer.alloc(44), { flush: true });
      rmSync(file, { force: true });
    },
    async adopt(db) {
      const value = idOf(folder);
      await insertState(db, [{ name: 'erasure_folder', value }]);
      await updateState(db, 'erasure_folder', value);
    },
  };
}

const hourOf = (time: Date) => timestamp(time).slice(0, 'YYYY-MM-DDTHH'.length);

const namesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));

/** The folder is looked at again, since it may be on a volume that has gone, or in the place of another one since. */
async function makeKey(db: Db, folder: string, name: string): Promise<Buffer> {
  if (!(await isFolderOf(db, folder)))
    throw new ServiceUnavailable('The service cannot reach its keys right now: try again shortly');
  const file = join(folder, name + ENDING);
  makeKeyFile(file);
  syncFolder(folder);
  return readKeyFile(file);
}

async function assertFolder(db: Db, folder: string): Promise<void> {
  if (!(await findState(db, 'erasure_folder'))) {
    makeFolder(folder);
    await insertState(db, [{ name: 'erasure_folder', value: idOf(folder) }]);
  }
  if (!(await isFolderOf(db, folder)))
    throw new StartError(
      `ERASURE_KEYS_DIR is ${folder}, which is not the folder of this database: all processes on one database need the same, on a volume that they share. ` +
        'Set it to the folder that was used until now; if that is lost, see "operator erasure-keys replace". Nothing was changed.',
    );
}

async function isFolderOf(db: Db, folder: string): Promise<boolean> {
  const expected = await findState(db, 'erasure_folder');
  return expected !== undefined && existsSync(join(folder, ID_FILE)) && idOf(folder).equals(expected);
}

const idOf = (folder: string) => createHash('sha256').update(readKeyFile(join(folder, ID_FILE))).digest();

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(join(folder, ID_FILE))) makeKeyFile(join(folder, ID_FILE));
    syncFolder(folder);
  } catch (error) {
    throw new StartError(
      `${(error as Error).message}. ERASURE_KEYS_DIR must name a folder that this user may write.`,
      { cause: error },
    );
  }
}

/** A key must outlast a power cut as well as what it has sealed. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
