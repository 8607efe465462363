/** The key that wraps all others. Local mode keeps it beside the data; every database holds a proof of its key. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../core/start-error.ts';
import type { Db } from '../database/database.ts';
import type { Sealer } from './sealing.ts';
import { findProof, findSealed, insertProof } from './server-key.repository.ts';

/** What the proof is, before it is sealed. */
const PROOF = 'server_key';

/** Local mode makes its own key on first start and keeps it beside the data. */
export function localServerKey(folder: string): Buffer {
  const file = join(folder, 'server.key');
  if (!existsSync(file)) makeKey(file);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  return key.length === 32 ? key : createHash('sha256').update(key).digest();
}

/** Two processes may start at once on one folder. The first that links its file makes the key of both. */
function makeKey(file: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, randomBytes(32).toString('base64'), { mode: 0o600 });
  try {
    linkSync(own, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(own);
  }
}

/**
 * Data that was sealed under another key can never be read. Without this check that would show much later, one call at a time.
 * @throws StartError when the database was sealed under another key
 */
export async function verifyServerKey(db: Db, sealer: Sealer): Promise<void> {
  const proof = await findProof(db);
  const sealed = proof ? [proof] : await findSealed(db);
  if (sealed.length > 0 && !sealed.some((value) => sealer.isOurs(value)))
    throw new StartError(
      'SERVER_KEY is not the key of this database: what is sealed in it could not be read. Set the key that it was used with until now ' +
        '(SERVER_KEY or SERVER_KEY_FILE; in local mode the file server.key in DATA_DIR), or use another database. Nothing was changed.',
    );
  if (proof) return;
  await insertProof(db, sealer.seal(Buffer.from(PROOF), PROOF));
  // Another process may have started with another key at the same time. The second of them stops here.
  await verifyServerKey(db, sealer);
}
