/** Sign-up, sign-in and changes with a password. Slow hashing always runs before the transaction. */
import { recordAudit } from '../audit/audit.service.ts';
import { forgetCodes } from '../codes/code.service.ts';
import type { TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { Conflict, Forbidden, Unauthorized } from '../core/errors.ts';
import { refuseTaken } from '../database/unique-violation.ts';
import type { Credentials, EmptyObject } from '../generated/operations.gen.ts';
import type { Browser, CallOrigin, Principal } from '../http/handlers.ts';
import { sendMail } from '../mail/mail.service.ts';
import { createUser } from '../merchants/sign-up.service.ts';
import { networksOf } from '../throttling/client-network.ts';
import { assertNotExhausted, takeAttempt } from '../throttling/throttle.service.ts';
import { emailKey, normalizeEmail } from '../users/email-address.ts';
import { findUser, isEmailTaken, replaceEmail } from '../users/user.service.ts';
import { deleteCredentialsOf } from './bearer.repository.ts';
import { issueCredentials } from './bearer.service.ts';
import type { GuessAlarm } from './guess-alarm.ts';
import {
  allOf,
  deviceThrottles,
  forgiveAttempt,
  type GuessThrottles,
  signedInThrottles,
  strangersThrottles,
} from './guess-throttles.ts';
import { deviceCookie, knownDevice } from './known-device.ts';
import {
  confirmPassword,
  findPassword,
  findPasswordHolder,
  insertPassword,
  updatePassword,
} from './password.repository.ts';
import { type HashingTurn, hashPassword, verifyPassword } from './password-hash.ts';
import { checkNewPassword } from './password-policy.ts';

type Transactional<T> = (work: (ctx: TransactionContext) => Promise<T>) => Promise<T>;

/** What a call needs after which the browser's device is known. */
interface FromBrowser<T> {
  request: CallOrigin;
  browser: Browser;
  transaction: Transactional<T>;
}

/**
 * Creates a user, and the account unless an invitation names one. It cannot hide that an address is taken, because a person
 * who signs up must learn it.
 */
export async function signUp(
  deps: Deps,
  { request, browser, transaction }: FromBrowser<Credentials>,
  { email: address, password, reference }: { email: string; password: string; reference?: string },
): Promise<Credentials> {
  checkNewPassword(deps.config.password_policy, password, 'password');
  const email = normalizeEmail(address, 'email');
  const key = emailKey(email);
  if (await isEmailTaken(deps.db, key)) throw emailTaken();
  const hash = await hashPassword(password, strangersTurn(request));
  return refuseTaken(emailTaken, () =>
    transaction(async (ctx) => {
      const { db: trx } = ctx;
      const { id: user_id, merchant_id } = await createUser(trx, deps, request, {
        type: 'NATURAL',
        email,
        email_verified: false,
        reference,
      });
      await insertPassword(trx, user_id, hash);
      await recordAudit(trx, deps, { merchant_id, user_id, request_id: request.id, action: 'password.create' });
      browser.rememberDevice(deviceCookie(deps, browser.device, { id: user_id, hash }));
      return issueCredentials(trx, deps, user_id);
    }),
  );
}

/**
 * Signs in. Addresses with and without an account take the same path, the same time and the same counters. A device on which
 * the user signed in before has its own counters.
 */
export async function signIn(
  deps: Deps,
  alarm: GuessAlarm,
  { request, browser, transaction }: FromBrowser<Credentials>,
  { email, password }: { email: string; password: string },
): Promise<Credentials> {
  const key = emailKey(email);
  const holder = await findPasswordHolder(deps.db, key);
  const device = holder && knownDevice(deps, browser.device, holder);
  const throttles = holder && device ? deviceThrottles(holder.id, device) : strangersThrottles(key, request.ip);
  try {
    const right = await tryPassword(deps, throttles, device ? {} : strangersTurn(request), password, holder?.hash);
    if (!right || !holder) throw wrongEmailOrPassword();
  } catch (error) {
    if (!device) alarm.failed();
    throw error;
  }
  return transaction(async (ctx) => {
    const { db: trx } = ctx;
    const { id: user_id, merchant_id } = holder;
    if (!(await confirmPassword(trx, user_id, holder.hash))) throw wrongEmailOrPassword();
    await forgiveAttempt(trx, throttles);
    await recordAudit(trx, deps, { merchant_id, user_id, request_id: request.id, action: 'password.authenticate' });
    browser.rememberDevice(deviceCookie(deps, browser.device, holder));
    return issueCredentials(trx, deps, user_id);
  });
}

/** Replaces the password; all other sign-ins of the user end. */
export async function changePassword(
  deps: Deps,
  { request, browser, transaction }: FromBrowser<EmptyObject>,
  principal: Principal,
  { password, new_password }: { password: string; new_password: string },
): Promise<EmptyObject> {
  refuseOthersThanNatural(principal);
  checkNewPassword(deps.config.password_policy, new_password, 'new_password');
  const { user, current, throttles } = await checkCurrentPassword(deps, principal, password);
  const hash = await hashPassword(new_password, {});
  return transaction(async (ctx) => {
    const { db: trx } = ctx;
    if (!(await confirmPassword(trx, user.id, current))) throw wrongPassword();
    await updatePassword(trx, user.id, hash);
    await deleteCredentialsOf(trx, user.id, principal.credential_id);
    await forgetCodes(trx, deps, user);
    await forgiveAttempt(trx, throttles);
    await recordAudit(trx, deps, { ...actor(principal, request), action: 'password.change_password' });
    await sendMail(ctx, {
      to: user.email ?? undefined,
      locale: user.locale,
      template: 'password_changed',
      values: {},
    });
    browser.rememberDevice(deviceCookie(deps, browser.device, { id: user.id, hash }));
    return {};
  });
}

/** Replaces the address. The new one is unverified until a code was typed; a mail tells the old one. */
export async function changeEmail(
  deps: Deps,
  transaction: Transactional<EmptyObject>,
  principal: Principal,
  request: CallOrigin,
  { password, new_email: address }: { password: string; new_email: string },
): Promise<EmptyObject> {
  refuseOthersThanNatural(principal);
  const new_email = normalizeEmail(address, 'new_email');
  const { user, current, throttles } = await checkCurrentPassword(deps, principal, password);
  const email_key = emailKey(new_email);
  return refuseTaken(emailTaken, () =>
    transaction(async (ctx) => {
      const { db: trx } = ctx;
      if (!(await confirmPassword(trx, user.id, current))) throw wrongPassword();
      if (await isEmailTaken(trx, email_key, user.id)) throw emailTaken();
      await replaceEmail(trx, deps, user, new_email);
      await forgiveAttempt(trx, throttles);
      await recordAudit(trx, deps, { ...actor(principal, request), action: 'password.change_email' });
      await sendMail(ctx, {
        to: user.email ?? undefined,
        locale: user.locale,
        template: 'email_changed',
        values: {},
      });
      return {};
    }),
  );
}

/** Guesses are counted here too, because the sign-in may be stolen. */
async function checkCurrentPassword(deps: Deps, principal: Principal, password: string) {
  const user = await findUser(deps.db, principal.merchant_id, principal.user_id);
  if (!user?.email_key) throw wrongPassword();
  const throttles = signedInThrottles(principal);
  const stored = await findPassword(deps.db, user.id);
  if (!(await tryPassword(deps, throttles, {}, password, stored?.hash)) || !stored) throw wrongPassword();
  return { user, current: stored.hash, throttles };
}

/**
 * Checks a password. The attempt is counted when its turn to be hashed comes, so that one which the full queue refused does not
 * count. The counters are also asked before, so that a guess that will be refused takes no place in the queue.
 */
async function tryPassword(
  deps: Deps,
  throttles: GuessThrottles,
  turn: HashingTurn,
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  const all = allOf(throttles);
  await assertNotExhausted(deps.db, deps.clock, all);
  return verifyPassword(password, stored, { ...turn, begin: () => takeAttempt(deps.db, deps.clock, all) });
}

function strangersTurn({ ip }: CallOrigin): HashingTurn {
  const { narrow, wide } = networksOf(ip);
  return { network: wide ?? narrow };
}

function refuseOthersThanNatural({ user_type }: Principal): void {
  if (user_type === 'NATURAL') return;
  throw new Forbidden('Only natural users can change email or password', 'wrong_user_type');
}

const actor = ({ merchant_id, user_id }: Principal, { id }: CallOrigin) => ({ merchant_id, user_id, request_id: id });
const emailTaken = () => new Conflict('This email is already registered', 'email_taken');
const wrongEmailOrPassword = () => new Unauthorized('Wrong email or password', 'wrong_credentials');
const wrongPassword = () => new Unauthorized('Wrong password', 'wrong_credentials');
