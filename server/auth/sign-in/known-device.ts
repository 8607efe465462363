/**
 * Each device on which a user has signed in has its own budget of wrong guesses, which strangers cannot use up
 * (docs/decisions/guessing-passwords.md), and a sign-in from any other device is reported to the user by email (sign-in-mail.ts).
 * The cookie holds a random id and, for each account, a code over the id, the user and the stored password, if there is one. Only a
 * browser on which the user has signed in since the password last changed can have that code, which gives no access and does not
 * help to guess.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../core/context.ts';
import type { Deps } from '../../core/deps.ts';
import type { BrowserCall } from '../../http/handlers.ts';

/** A device remembers this many accounts, for people who share it. */
const ACCOUNTS_KEPT = 5;
const ID_BYTES = 16;
/** 128 bits in base64url. */
const CODE_LENGTH = 22;

interface PasswordHolder {
  id: number;
  hash: string;
}

/** @returns the id of the device, if this user has signed in on it and not changed the password since. */
export function knownDevice({ deps, browser }: Context & BrowserCall, holder: PasswordHolder): string | undefined {
  const [id = '', ...codes] = partsOf(browser.device);
  const expected = Buffer.from(codeOf(deps, id, holder));
  return codes.some((code) => timingSafeEqual(Buffer.from(code), expected)) ? id : undefined;
}

export function rememberDevice({ deps, browser }: Context & BrowserCall, holder: PasswordHolder): void {
  const [id = randomBytes(ID_BYTES).toString('base64url'), ...others] = partsOf(browser.device);
  const code = codeOf(deps, id, holder);
  const kept = others.filter((other) => other !== code).slice(0, ACCOUNTS_KEPT - 1);
  browser.rememberDevice([id, code, ...kept].join('.'));
}

const partsOf = (cookie = '') => (/^[\w-]{22}(\.[\w-]{22}){1,5}$/.test(cookie) ? cookie.split('.') : []);

const codeOf = (deps: Deps, deviceId: string, { id, hash }: PasswordHolder) =>
  createHmac('sha256', deps.deriveKey('known devices'))
    .update(JSON.stringify([deviceId, id, hash]))
    .digest('base64url')
    .slice(0, CODE_LENGTH);
