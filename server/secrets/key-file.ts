/** Keys of 32 bytes, each in its own file, in base64, readable only for the service's user. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const KEY_BYTES = 32;

/** Undefined when there is no such file, or no key in it. */
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
