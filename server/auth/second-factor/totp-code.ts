/** Codes of authenticator apps (RFC 6238), with the parameters that all apps support. */

import { product_name } from '../../../openapi/facts/product.ts';

const PERIOD_SECONDS = 30;
/** How many steps a phone's clock may be off. */
const DRIFT_STEPS = 1;
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;
export const TOTP_SECRET_BYTES = 20;

export async function describeSecret(secret: Uint8Array, label: string): Promise<{ secret: string; uri: string }> {
  const totp = await totpOf(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** @returns the time step of the code, or undefined for a wrong code. */
export async function stepOf(secret: Uint8Array, code: string, now: Date): Promise<number | undefined> {
  const totp = await totpOf(secret, '');
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: DRIFT_STEPS });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Loaded on first use, because most sign-ins need no code. */
async function totpOf(secret: Uint8Array, label: string) {
  const { Secret, TOTP } = await import('otpauth');
  const { buffer, byteOffset, byteLength } = secret;
  const copy = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  return new TOTP({ ...PARAMETERS, issuer: product_name, label, secret: new Secret({ buffer: copy }) });
}
