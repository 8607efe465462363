/** Checks a callback in this page, as a receiver with the SDK does. Nothing of it leaves the page. */
import { CallbackVerificationError, callbacks } from '@sigill/sdk';
import { readHeaders } from './signature-headers';

export type CallbackRefusal = CallbackVerificationError['code'];

export type Checked =
  | { outcome: 'right'; event: unknown; skew_seconds: number }
  | { outcome: 'wrong'; code: CallbackRefusal; missing: string[] };

/**
 * A callback of before is checked for its own time first: that it is old is another finding than that its signature is wrong.
 * @param now is given by tests.
 */
export async function checkSignature(
  { body, headers: text, secret }: { body: string; headers: string; secret: string },
  now: Date = new Date(),
): Promise<Checked> {
  const headers = readHeaders(text);
  const sent = new Date(Number(headers['webhook-timestamp']) * 1000);
  const missing = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].filter((name) => !headers[name]);
  const secrets = secret.trim().split(/[\s,]+/);
  try {
    const event = await callbacks.unwrap(body, headers, secrets, { now: sent });
    return { outcome: 'right', event, skew_seconds: Math.round((now.getTime() - sent.getTime()) / 1000) };
  } catch (error) {
    if (!(error instanceof CallbackVerificationError)) throw error;
    return { outcome: 'wrong', code: error.code, missing };
  }
}
