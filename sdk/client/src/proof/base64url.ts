import { refuse } from './proof-error.ts';

/** Decodes base64url without padding (RFC 4648, 5). Refuses non-canonical encodings, so that no value has two digests. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decoded(text);
  return bytes && textOf(bytes) === text ? bytes : refuse('malformed', 'Part of the proof is not base64url.');
}

function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export const textOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');

export function jsonOf(text: string): unknown {
  const bytes = bytesOf(text);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuse('malformed', 'Part of the proof is not JSON.');
  }
}

/** @throws ProofVerificationError unless it is an object. */
export function objectOf(text: string): Record<string, unknown> {
  const value = jsonOf(text);
  return isObject(value) ? value : refuse('malformed', 'Part of the proof is not a JSON object.');
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
