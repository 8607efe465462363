/** Tokens of end users, `id.secret`: the row is found by its primary key and only the secret is compared. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const TOKEN = /^([1-9][0-9]{0,15})\.([A-Za-z0-9_-]{43})$/;

export interface SessionToken {
  id: number;
  secret: string;
}

export function createToken(id: number): { token: string; secret_hash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { token: `${id}.${secret}`, secret_hash: hashSecret(secret) };
}

export function parseToken(token: string): SessionToken | undefined {
  const [, id, secret] = TOKEN.exec(token) ?? [];
  return id && secret && Number.isSafeInteger(Number(id)) ? { id: Number(id), secret } : undefined;
}

/** Of the text and not of the bytes it stands for: base64 has more than one spelling of the same bytes. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const matchesHash = (secret: string, hash: Uint8Array): boolean => timingSafeEqual(hashSecret(secret), hash);
