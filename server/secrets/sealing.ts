/** Encrypts what must not be readable in the database: AES-256-GCM (NIST SP 800-38D), with keys from HKDF (RFC 5869). */
import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';
import { terms } from '../../openapi/facts/terms.ts';
import { invariant } from '../core/errors.ts';
import { randomBytes } from '../core/random-bytes.ts';

const CIPHER = terms.sealing.toLowerCase() as Lowercase<typeof terms.sealing>;
export const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Sealer = ReturnType<typeof createSealer>;

/** Encrypts with the first key and decrypts with any of them, so that keys can be rotated while the service runs. */
export function createSealer(...keys: [Uint8Array, ...Uint8Array[]]) {
  const known = keys.map((bytes) => ({
    // Using a key object is faster than using the same bytes.
    key: createSecretKey(bytes),
    id: hash('sha256', bytes, 'buffer').subarray(0, KEY_ID_BYTES),
  }));
  const current = known[0];
  const keyOf = (sealed: Uint8Array) =>
    known.find(({ id }) => id.equals(Buffer.from(sealed.buffer, sealed.byteOffset, KEY_ID_BYTES)));
  invariant(current && known.every(({ key }) => key.symmetricKeySize === 32), 'a sealing key has 32 bytes');
  return {
    /** The id of the encryption key. Each sealed buffer begins with this id. */
    key_id: current.id,
    /** Key id, nonce, ciphertext and tag in one buffer. It can only be decrypted with the same `context`. */
    seal(plaintext: Uint8Array, context: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current.key, nonce).setAAD(Buffer.from(context));
      return Buffer.concat([current.id, nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    },
    /** @throws when the buffer was changed, belongs to another context, or its key is unknown. */
    open(sealed: Uint8Array, context: string): Buffer {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const match = keyOf(sealed);
      if (!match) throw new Error(`No key ${bytes.toString('hex', 0, KEY_ID_BYTES)} to decrypt this with`);
      const body = bytes.subarray(KEY_ID_BYTES + NONCE_BYTES, -TAG_BYTES);
      const nonce = bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, match.key, nonce).setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = decipher.update(body);
      // Verifies the tag. It returns no further bytes, because GCM buffers none.
      decipher.final();
      return opened;
    },
    isOurs: (sealed: Uint8Array): boolean => keyOf(sealed) !== undefined,
  };
}

/** A key for one purpose, so that no two uses share one. */
export const deriveKey = (serverKey: KeyObject | Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', serverKey, Buffer.alloc(0), purpose, 32));
