/**
 * Base64 as the contract requires (RFC 4648, 4). Encoded in steps, because a portrait has more bytes than a function call may have
 * arguments.
 */
const STEP = 4096;

export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(text);
}
