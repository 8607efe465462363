/**
 * Devices on which somebody signed in with a password: each has a budget of wrong guesses of its own, which strangers cannot use up
 * (docs/decisions/guessing-passwords.md). The cookie is a random id and, per account, a code over the id, the user and the stored
 * password. So it can only be had by whoever knew the password that is valid now: it opens nothing, and helps nobody guess.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../core/deps.ts';

/** So many people may take turns at one device. */
const ACCOUNTS_KEPT = 5;
const ID_BYTES = 16;
/** 128 bits in base64url. */
const CODE_LENGTH = 22;

interface PasswordHolder {
  id: number;
  hash: string;
}

/** The id of the device, when this user signed in on it with the password that is stored. */
export function knownDevice(deps: Deps, cookie: string | undefined, holder: PasswordHolder): string | undefined {
  const [id = '', ...codes] = partsOf(cookie);
  const expected = Buffer.from(codeOf(deps, id, holder));
  return codes.some((code) => timingSafeEqual(Buffer.from(code), expected)) ? id : undefined;
}

/** The cookie with which the device is known to this user too. */
export function deviceCookie(deps: Deps, cookie: string | undefined, holder: PasswordHolder): string {
  const [id = randomBytes(ID_BYTES).toString('base64url'), ...others] = partsOf(cookie);
  const code = codeOf(deps, id, holder);
  return [id, code, ...others.filter((other) => other !== code).slice(0, ACCOUNTS_KEPT - 1)].join('.');
}

const partsOf = (cookie = '') => (/^[\w-]{22}(\.[\w-]{22}){1,5}$/.test(cookie) ? cookie.split('.') : []);

const codeOf = (deps: Deps, deviceId: string, { id, hash }: PasswordHolder) =>
  createHmac('sha256', deps.deriveKey('known devices'))
    .update(JSON.stringify([deviceId, id, hash]))
    .digest('base64url')
    .slice(0, CODE_LENGTH);
