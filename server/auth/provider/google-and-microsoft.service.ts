/**
 * Sign-in and sign-up with Google and Microsoft. Users are identified by the provider's subject and never by email address, so
 * that registering someone's address at a provider gives no access to their account.
 */
import { createHmac } from 'node:crypto';
import { audit } from '../../audit/audit.service.ts';
import { addSeconds, timestamp } from '../../core/clock.ts';
import { actingAs, type OutsideContext, type TransactionContext } from '../../core/context.ts';
import type { Deps } from '../../core/deps.ts';
import { BadRequest, Forbidden } from '../../core/errors.ts';
import { refuseTaken } from '../../database/unique-violation.ts';
import type { Credentials, SignInUri } from '../../generated/operations.gen.ts';
import type { BrowserCall } from '../../http/handlers.ts';
import { createUser } from '../../merchants/sign-up.service.ts';
import { hashToken, randomToken } from '../../secrets/random-secret.ts';
import { isEmailAddress } from '../../users/email-address.ts';
import { isEmailTaken } from '../../users/user.service.ts';
import { issueCredentials } from '../sign-in/bearer.service.ts';
import { rememberDevice } from '../sign-in/known-device.ts';
import { welcomeDevice } from '../sign-in/sign-in-mail.ts';
import {
  deleteAttempt,
  findAttempt,
  findSubjectUser,
  insertAttempt,
  insertSubject,
  purgeAttempts,
} from './google-and-microsoft.repository.ts';
import { type AttemptSecrets, LABELS, notConfirmed, type SignInProviderName } from './openid-client.ts';

/** Time to choose or create an account at the provider. */
const ATTEMPT_SECONDS = 1800;
/** The contract's maximum length of `state`, which is part of the provider's URI. */
const URI_LENGTH = 8192;

export async function prepareAttempt(
  { deps, browser }: OutsideContext & BrowserCall,
  { provider, state: savedState }: { provider: SignInProviderName; state?: string },
) {
  const state = withNonce(savedState, randomToken());
  const state_hash = hashToken(state);
  const uri = await deps.sign_in[provider].authorizationUri(state, secretsOf(deps, state_hash));
  if (uri.length > URI_LENGTH) throw stateTooLong(savedState);
  const attempt = {
    state_hash,
    provider,
    browser_hash: hashToken(browser.keep()),
    expires: timestamp(addSeconds(deps.clock.now(), ATTEMPT_SECONDS)),
  };
  return { attempt, uri };
}

export async function startSignIn(
  { db, deps }: TransactionContext,
  { attempt, uri }: Awaited<ReturnType<typeof prepareAttempt>>,
): Promise<SignInUri> {
  await purgeAttempts(db, timestamp(deps.clock.now()));
  await insertAttempt(db, attempt);
  return { uri };
}

/** @throws Forbidden unless this browser began the attempt. */
export async function confirmIdentity(
  { db, deps, browser }: OutsideContext & BrowserCall,
  input: { provider: SignInProviderName; code: string; state?: string; reference?: string },
) {
  const { provider, code, state, reference } = input;
  if (!browser.id) throw notConfirmed();
  const wanted = {
    provider,
    browser_hash: hashToken(browser.id),
    state_hash: state === undefined ? undefined : hashToken(state),
  };
  const state_hash = await findAttempt(db, wanted, timestamp(deps.clock.now()));
  if (!state_hash) throw notConfirmed();
  const identity = await deps.sign_in[provider].redeem(code, secretsOf(deps, state_hash));
  return { provider, state_hash, identity, reference };
}

type ConfirmedPerson = Awaited<ReturnType<typeof confirmIdentity>>;

export async function completeSignIn(
  ctx: TransactionContext & BrowserCall,
  person: ConfirmedPerson,
): Promise<Credentials> {
  if (!(await deleteAttempt(ctx.db, person.state_hash))) throw notConfirmed();
  const known = await findSubjectUser(ctx.db, person.identity);
  const user = known ?? (await refuseTaken(registered, () => signUp(ctx, person)));
  const actor = { merchant_id: user.merchant_id, user_id: user.id };
  await audit(actingAs(ctx, actor), `${person.provider}.authenticate`);
  if (known) await welcomeDevice(ctx, { ...known, hash: null }, person.provider);
  else rememberDevice(ctx, { id: user.id, hash: '' });
  // Whether to require further factors is the provider's decision.
  return issueCredentials(ctx, { user_id: user.id, second_factor: true });
}

async function signUp(ctx: TransactionContext & BrowserCall, { provider, identity, reference }: ConfirmedPerson) {
  const { issuer, subject, email, email_verified } = identity;
  if (!email || !isEmailAddress(email)) {
    throw new Forbidden(
      `${LABELS[provider]} did not share your email address. Sign up with email and password`,
      'sign_in_refused',
    );
  }
  if (!email_verified) throw new Forbidden('Verify your email with the provider first', 'sign_in_refused');
  if (await isEmailTaken(ctx, { email })) throw registered();
  const type = provider === 'google' ? 'GOOGLE' : 'MICROSOFT';
  const user = await createUser(ctx, { type, email, email_verified, reference });
  await insertSubject(ctx.db, { issuer, subject, user_id: user.id });
  return user;
}

function withNonce(savedState: string | undefined, nonce: string): string {
  if (!savedState) return JSON.stringify({ nonce });
  const saved = parseSaved(savedState);
  return JSON.stringify(
    typeof saved === 'object' && saved && !Array.isArray(saved) ? { ...saved, nonce } : { state: savedState, nonce },
  );
}

function parseSaved(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('%') ? decodeURIComponent(text) : text);
  } catch {
    return undefined;
  }
}

/** An attempt's secrets are derived from its state and the server's key, so that the database need not store them. */
function secretsOf(deps: Deps, stateHash: string): AttemptSecrets {
  const key = deps.deriveKey('sign-in attempts');
  const derive = (purpose: string) => createHmac('sha256', key).update(`${purpose} ${stateHash}`).digest('base64url');
  return { nonce: derive('nonce'), code_verifier: derive('code verifier') };
}

const registered = () =>
  new Forbidden('This email is already registered. Sign in the way you signed up', 'sign_in_refused');

const stateTooLong = (savedState = '') =>
  new BadRequest('state is too long', 'invalid_value', {
    details: [
      { path: 'state', expected: 'fewer characters that need encoding', received: `${savedState.length} characters` },
    ],
  });
