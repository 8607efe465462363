/** Signatures of Standard Webhooks (v1): HMAC-SHA256 over `id.timestamp.body`, one per valid secret. */
import { createHmac, randomBytes } from 'node:crypto';
import type { CallbackMessage } from '../generated/operations.gen.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const createSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  at: Date,
  body: string,
): CallbackMessage['headers'] {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': secrets.map(sign).join(' ') };
}
