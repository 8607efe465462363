/** Checks a callback in the page, as a receiver with the SDK does. No data leaves the page. */
import { CallbackVerificationError, callbacks } from '@sigill/sdk';
import { readHeaders } from './signature-headers';

export type CallbackRefusal = CallbackVerificationError['code'];

export type Checked =
  | { outcome: 'right'; event: unknown; skew_seconds: number }
  | { outcome: 'wrong'; code: CallbackRefusal; missing: string[] };

/**
 * Checks an old callback as of its own time first: being too old and having a wrong signature are separate findings.
 * @param now is set by tests.
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
