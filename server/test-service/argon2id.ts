/** Replaces `auth/password/argon2id.ts` in `@sigill/testing`, because Node has Argon2 only since 24.7. */
import crypto, { type Argon2Parameters } from 'node:crypto';
import { argon2idAsync } from '@noble/hashes/argon2.js';

export async function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  if ('argon2Sync' in crypto) return crypto.argon2Sync('argon2id', parameters);
  const { message, nonce, memory, passes, parallelism, tagLength } = parameters;
  const options = { m: memory, t: passes, p: parallelism, dkLen: tagLength };
  return Buffer.from(await argon2idAsync(bytesOf(message), bytesOf(nonce), options));
}

const bytesOf = (given: Argon2Parameters['message']): Uint8Array => Buffer.from(given as Buffer);
