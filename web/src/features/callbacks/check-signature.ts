import { CallbackVerificationError, callbacks } from '@sigill/sdk';

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export type CallbackRefusal = CallbackVerificationError['code'];

export type Checked =
  | { outcome: 'right'; event: unknown; skew_seconds: number }
  | { outcome: 'wrong'; code: CallbackRefusal; missing: string[] };

/**
 * Checks a callback as of the time in its headers, so that an old callback is not reported as one with a wrong signature.
 * @param now is set by tests.
 */
export async function checkSignature(
  { body, headers: text, secret }: { body: string; headers: string; secret: string },
  now: Date = new Date(),
): Promise<Checked> {
  const headers = readHeaders(text);
  const sent = new Date(Number(headers['webhook-timestamp']) * 1000);
  const missing = NAMES.filter((name) => !headers[name]);
  const secrets = secret.trim().split(/[\s,]+/);
  try {
    const event = await callbacks.unwrap(body, headers, secrets, { now: sent });
    return { outcome: 'right', event, skew_seconds: Math.round((now.getTime() - sent.getTime()) / 1000) };
  } catch (error) {
    if (!(error instanceof CallbackVerificationError)) throw error;
    return { outcome: 'wrong', code: error.code, missing };
  }
}

/** Finds a callback's headers in pasted text: lines from a log or from curl, or JSON. */
export function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of NAMES) {
    // Skips a quote around the value or the whole line. Several signatures are separated by spaces.
    const found = new RegExp(
      `(?:^|[\\s"'{,])${name}["']?\\s*[:=]\\s*\\[?\\s*["']?([^"'\\r\\n,\\]}]+(?:,[^"'\\r\\n\\]}]*)?)`,
      'i',
    );
    const value = found.exec(text)?.[1]?.trim();
    if (value) headers[name] = name === 'webhook-signature' ? value : value.replace(/,.*$/, '').trim();
  }
  return headers;
}

export const writeHeaders = (headers: Partial<Record<(typeof NAMES)[number], string>>): string =>
  NAMES.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])).join('\n');
