/** Sign-up, sign-in and password changes. Each has two steps, because slow hashing must run before the transaction. */
import { audit } from '../../audit/audit.service.ts';
import { forgetCodes } from '../../codes/code.service.ts';
import {
  actingAs,
  type Caller,
  type CallOrigin,
  type OutsideContext,
  type Principal,
  type TransactionContext,
} from '../../core/context.ts';
import { Conflict, Forbidden, Unauthorized } from '../../core/errors.ts';
import { inTransaction } from '../../database/transaction.ts';
import { refuseTaken } from '../../database/unique-violation.ts';
import type { Credentials } from '../../generated/operations.gen.ts';
import type { BrowserCall } from '../../http/handlers.ts';
import { sendMail } from '../../mail/mail.service.ts';
import { createUser } from '../../merchants/sign-up.service.ts';
import { networksOf } from '../../throttling/client-network.ts';
import { assertNotExhausted, takeAttempt } from '../../throttling/throttle.service.ts';
import { emailKey, normalizeEmail } from '../../users/email-address.ts';
import { isEmailTaken } from '../../users/user.service.ts';
import { checkSecondFactor, type FactorInput, hasFactor, useFactor } from '../second-factor/second-factor.service.ts';
import { assertNotSuspended, endSignIns, issueCredentials } from '../sign-in/bearer.service.ts';
import {
  allOf,
  deviceThrottles,
  forgiveAttempt,
  type GuessThrottles,
  signedInThrottles,
  strangersThrottles,
} from '../sign-in/guess-throttles.ts';
import { knownDevice, rememberDevice } from '../sign-in/known-device.ts';
import { welcomeDevice } from '../sign-in/sign-in-mail.ts';
import {
  confirmPassword,
  findPasswordHolder,
  findPasswordHolderById,
  insertPassword,
  type PasswordHolder,
  setPassword,
} from './password.repository.ts';
import { type HashingTurn, hashPassword, verifyPassword } from './password-hash.ts';
import { checkNewPassword } from './password-policy.ts';

interface Newcomer {
  email: string;
  hash: string;
  reference: string | undefined;
}

/** A user whose password was correct. The attempt is already counted in `throttles`. */
export interface CheckedPassword {
  holder: PasswordHolder;
  throttles: GuessThrottles;
}

interface CheckedSignIn extends CheckedPassword {
  factor: Awaited<ReturnType<typeof checkSecondFactor>>;
}

/** Reveals that an address is taken, because a person who signs up has to know. */
export async function prepareSignUp(
  ctx: OutsideContext & BrowserCall,
  { email: address, password, reference }: { email: string; password: string; reference?: string },
): Promise<Newcomer> {
  await checkNewPassword(ctx.deps, password, 'password');
  const email = normalizeEmail(address, 'email');
  if (await isEmailTaken(ctx, { email })) throw emailTaken();
  return { email, hash: await hashPassword(password, ctx.deps.password_cost, strangersTurn(ctx.request)), reference };
}

export async function signUp(
  ctx: TransactionContext & BrowserCall,
  { email, hash, reference }: Newcomer,
): Promise<Credentials> {
  const person = { type: 'NATURAL' as const, email, email_verified: false, reference };
  const { id: user_id, merchant_id } = await refuseTaken(emailTaken, () => createUser(ctx, person));
  await insertPassword(ctx.db, { user_id, hash });
  await audit(actingAs(ctx, { merchant_id, user_id }), 'password.create');
  rememberDevice(ctx, { id: user_id, hash });
  return issueCredentials(ctx, { user_id, second_factor: false });
}

/** Addresses with and without an account take the same path, time and counters. Each known device has its own counters. */
async function checkPassword(
  ctx: OutsideContext & BrowserCall,
  { email, password }: { email: string; password: string },
): Promise<CheckedPassword> {
  const key = emailKey(email);
  const holder = await findPasswordHolder(ctx.db, key);
  const device = holder && knownDevice(ctx, holder);
  const throttles = holder && device ? deviceThrottles(holder.id, device) : strangersThrottles(key, ctx.request.ip);
  try {
    const turn = device ? {} : strangersTurn(ctx.request);
    const isRight = await tryPassword(ctx, { throttles, turn, password, stored: holder?.hash });
    if (!isRight || !holder) throw wrongEmailOrPassword();
  } catch (error) {
    if (!device) ctx.deps.guess_alarm.failed();
    throw error;
  }
  return { holder, throttles };
}

export async function checkSignIn(
  ctx: OutsideContext & BrowserCall,
  { email, password, ...input }: { email: string; password: string } & FactorInput,
): Promise<CheckedSignIn> {
  const { holder, throttles } = await checkPassword(ctx, { email, password });
  try {
    await assertNotSuspended(ctx, holder.id);
    const factor = await checkSecondFactor(ctx, { holder, device: knownDevice(ctx, holder), input });
    return { holder, throttles, factor };
  } catch (error) {
    // The password was correct, so its attempt no longer counts, although the sign-in stops here.
    await inTransaction(ctx, (ctx) => forgiveAttempt(ctx, throttles));
    throw error;
  }
}

export async function signIn(
  ctx: TransactionContext & BrowserCall,
  { holder, throttles, factor }: CheckedSignIn,
): Promise<Credentials> {
  const { id: user_id, merchant_id } = holder;
  if (!(await confirmPassword(ctx.db, holder))) throw wrongEmailOrPassword();
  await forgiveAttempt(ctx, throttles);
  await audit(actingAs(ctx, { merchant_id, user_id }), 'password.authenticate');
  if (factor?.throttles) await forgiveAttempt(ctx, factor.throttles);
  if (factor) await useFactor(ctx, holder, factor);
  await welcomeDevice(ctx, holder, 'password');
  const second_factor = factor !== undefined;
  // A user with a passkey can sign in with the password, but only the passkey counts as a proof.
  return issueCredentials(ctx, { user_id, second_factor, is_proof: second_factor || !(await hasFactor(ctx, user_id)) });
}

export async function preparePasswordChange(
  ctx: OutsideContext & Caller,
  { password, new_password }: { password: string; new_password: string },
): Promise<CheckedPassword & { hash: string }> {
  refuseOthersThanNatural(ctx.principal);
  await checkNewPassword(ctx.deps, new_password, 'new_password');
  const checked = await checkCurrentPassword(ctx, password);
  return { ...checked, hash: await hashPassword(new_password, ctx.deps.password_cost, {}) };
}

export async function changePassword(
  ctx: TransactionContext & Caller & BrowserCall,
  { holder, throttles, hash }: CheckedPassword & { hash: string },
): Promise<void> {
  const { id } = holder;
  if (!(await confirmPassword(ctx.db, holder))) throw wrongPassword();
  await setPassword(ctx.db, id, hash);
  await endSignIns(ctx, { user_id: id, except_id: ctx.principal.credential_id });
  await forgetCodes(ctx, holder);
  await forgiveAttempt(ctx, throttles);
  await audit(ctx, 'password.change_password');
  await tellOfPassword(ctx, holder);
  rememberDevice(ctx, { id, hash });
}

/** Wrong guesses of a signed-in user are limited too, because the sign-in may be stolen. */
export async function checkCurrentPassword(ctx: OutsideContext & Caller, password: string): Promise<CheckedPassword> {
  const { principal } = ctx;
  const throttles = signedInThrottles(principal);
  const holder = await findPasswordHolderById(ctx.db, principal.merchant_id, principal.user_id);
  const isRight = await tryPassword(ctx, { throttles, turn: {}, password, stored: holder?.hash });
  if (!isRight || !holder) throw wrongPassword();
  return { holder, throttles };
}

interface Guess {
  password: string;
  stored: string | undefined;
  throttles: GuessThrottles;
  turn: HashingTurn;
}

/**
 * The attempt is counted when its turn to be hashed comes, so that attempts refused by a full queue do not count. The counters are
 * also checked beforehand, so that a guess that will be refused takes no place in the queue.
 */
async function tryPassword(ctx: OutsideContext, { password, stored, throttles, turn }: Guess): Promise<boolean> {
  const all = allOf(throttles);
  await assertNotExhausted(ctx, all);
  return verifyPassword(password, stored, ctx.deps.password_cost, { ...turn, begin: () => takeAttempt(ctx, all) });
}

function strangersTurn({ ip }: CallOrigin): HashingTurn {
  const { narrow, wide } = networksOf(ip);
  return { network: wide ?? narrow };
}

export const tellOfPassword = (
  ctx: TransactionContext,
  { email, locale }: Pick<PasswordHolder, 'email' | 'locale'>,
): Promise<void> => sendMail(ctx, { to: email ?? undefined, locale, template: 'password_changed', values: {} });

export function refuseOthersThanNatural({ user_type }: Principal): void {
  if (user_type === 'NATURAL') return;
  throw new Forbidden('Only users who signed up with an email can change their email or password', 'wrong_user_type');
}

export const emailTaken = () => new Conflict('This email is already registered', 'email_taken');
const wrongEmailOrPassword = () => new Unauthorized('Wrong email or password', 'wrong_credentials');
export const wrongPassword = () => new Unauthorized('Wrong password', 'wrong_credentials');
