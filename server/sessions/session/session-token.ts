/** End-user tokens, `id.secret`: the id finds the row by its primary key, and only the secret is compared. */
import { hashSecret, randomToken } from '../../secrets/random-secret.ts';

const TOKEN = /^([1-9][0-9]{0,15})\.([A-Za-z0-9_-]{43})$/;

export interface SessionToken {
  id: number;
  secret: string;
}

export function createToken(id: number): { token: string; secret_hash: Buffer } {
  const secret = randomToken();
  return { token: `${id}.${secret}`, secret_hash: hashSecret(secret) };
}

export function parseToken(token: string): SessionToken | undefined {
  const [, id, secret] = TOKEN.exec(token) ?? [];
  return id && secret && Number.isSafeInteger(Number(id)) ? { id: Number(id), secret } : undefined;
}
