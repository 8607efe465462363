/** The key that wraps all others. Local mode stores it beside the data; every database contains a proof of its key. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TransactionContext } from '../core/context.ts';
import { StartError } from '../core/start-error.ts';
import type { Db } from '../database/database.ts';
import { createSealer, deriveKey, KEY_ID_BYTES, type Sealer } from './sealing.ts';
import { findSealed, findState, insertState, putState } from './server-key.repository.ts';

const PROOF = 'server_key';
const ROOT = 'root_key';
const KEY_BYTES = 32;

export type ServerKeys = [current: Buffer, ...previous: Buffer[]];

export const createServerSealer = (keys: ServerKeys): Sealer =>
  createSealer(...(keys.map((key) => deriveKey(key, 'sealing')) as [Buffer, ...Buffer[]]));

/** Local mode creates its own key on first start and stores it beside the data. @throws StartError when it may not create one */
export function localServerKey(folder: string, makes: boolean): Buffer {
  const file = join(folder, 'server.key');
  if (!existsSync(file)) {
    if (!makes)
      throw new StartError(
        `There is no server.key in ${folder}, and this command does not create one. Set DATA_DIR to a folder that the service has used.`,
      );
    makeKeyFile(file);
  }
  // The file may also be written by hand: if it is not a key of 32 bytes, its content is hashed to get one.
  return (
    readKeyFile(file) ??
    createHash('sha256')
      .update(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64'))
      .digest()
  );
}

/**
 * Proves that the keys belong to this database. Data encrypted with another key can never be read, and without this check that
 * would show only much later, one call at a time.
 * @returns the key from which all others are derived. It is random and stored encrypted, so it stays the same when the server's
 * key is rotated
 * @throws StartError when the database was encrypted with another key
 */
export async function openServerKey(db: Db, keys: ServerKeys): Promise<Buffer> {
  const sealer = createServerSealer(keys);
  const proof = await findState(db, PROOF);
  const sealed = proof ? [proof] : await findSealed(db);
  if (sealed.length > 0 && !sealed.some((value) => sealer.isOurs(value)))
    throw new StartError(
      'SERVER_KEY is not the key of this database, so its encrypted data could not be read. Set the key used until now ' +
        '(SERVER_KEY or SERVER_KEY_FILE; in local mode the file server.key in DATA_DIR), or use another database. Nothing was changed.',
    );
  const root = proof && (await findState(db, ROOT));
  if (root) return sealer.open(root, ROOT);
  await insertState(db, [
    { name: PROOF, value: sealer.seal(Buffer.from(PROOF), PROOF) },
    { name: ROOT, value: sealer.seal(sealed[0] ? rootOfBefore(sealed, keys) : randomBytes(KEY_BYTES), ROOT) },
  ]);
  // Another process may have started with a different key at the same time. The process that was second stops here.
  return openServerKey(db, keys);
}

/** The id of the key that encrypts the proof: without this key, the service does not start on the database. */
export const findKeyId = async (db: Db): Promise<string | undefined> =>
  (await findState(db, PROOF))?.toString('hex', 0, KEY_ID_BYTES);

/** A database from before root keys existed keeps the key from which its keys have been derived so far. */
const rootOfBefore = (sealed: Buffer[], keys: ServerKeys): Buffer =>
  keys.find((key) => sealed.some((value) => createServerSealer([key]).isOurs(value))) ?? keys[0];

/** @returns how many values were changed: 0 or 1 */
export const resealRoot = (ctx: TransactionContext): Promise<number> => resealState(ctx, ROOT);

/** After this, the service no longer starts with only the previous key. */
export const resealProof = (ctx: TransactionContext): Promise<number> => resealState(ctx, PROOF);

async function resealState({ db, deps: { sealer } }: TransactionContext, name: typeof ROOT | typeof PROOF) {
  const sealed = await findState(db, name);
  if (!sealed || sealed.subarray(0, sealer.key_id.length).equals(sealer.key_id)) return 0;
  await putState(db, name, sealer.seal(sealer.open(sealed, name), name));
  return 1;
}

/** Reads a key of 32 bytes, in base64. Undefined when there is no such file, or no key in it. */
export function readKeyFile(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined;
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  return key.length === KEY_BYTES ? key : undefined;
}

/** Several processes may create the same file at once. The first to link its own file sets the key for all. */
export function makeKeyFile(file: string): void {
  const own = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(own, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flush: true });
  try {
    linkSync(own, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(own);
  }
}
