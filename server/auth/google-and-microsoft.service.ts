/**
 * Signing in and up with Google and Microsoft. A user is known by the provider's subject and never by the address, so that
 * nobody gets into an account by having its address at a provider.
 */
import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { addSeconds, timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import { BadRequest, Forbidden } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { refuseTaken } from '../database/unique-violation.ts';
import type { Credentials, SignInUri } from '../generated/operations.gen.ts';
import type { Browser, CallOrigin } from '../http/handlers.ts';
import { createUser } from '../merchants/sign-up.service.ts';
import { hashToken, randomToken } from '../secrets/random-secret.ts';
import { emailKey, isEmailAddress } from '../users/email-address.ts';
import { isEmailTaken } from '../users/user.service.ts';
import { issueCredentials } from './bearer.service.ts';
import {
  deleteAttempt,
  findAttempt,
  findSubjectUser,
  insertAttempt,
  insertSubject,
  purgeAttempts,
} from './google-and-microsoft.repository.ts';
import {
  type AttemptSecrets,
  LABELS,
  notConfirmed,
  type ProviderIdentity,
  type SignInProvider,
} from './openid-client.ts';

/** Time to choose an account at the provider, or to make one. */
const ATTEMPT_SECONDS = 1800;
/** The longest address and state of the contract. */
const URI_LENGTH = 8192;

type Trx = Transaction<Database>;
type Transactional<T> = (work: (ctx: { db: Trx }) => Promise<T>) => Promise<T>;

/** Begins an attempt, which belongs to this browser. @returns where to send the browser. */
export async function startSignIn(
  deps: Deps,
  provider: SignInProvider,
  transaction: Transactional<SignInUri>,
  browser: Browser,
  savedState: string | undefined,
): Promise<SignInUri> {
  const state = withNonce(savedState, randomToken());
  const state_hash = hashToken(state);
  const uri = await provider.authorizationUri(state, secretsOf(deps, state_hash));
  if (uri.length > URI_LENGTH) throw stateTooLong(savedState);
  const now = deps.clock.now();
  const attempt = {
    state_hash,
    provider: provider.name,
    browser_hash: hashToken(browser.keep()),
    expires: timestamp(addSeconds(now, ATTEMPT_SECONDS)),
  };
  return transaction(async ({ db: trx }) => {
    await purgeAttempts(trx, timestamp(now));
    await insertAttempt(trx, attempt);
    return { uri };
  });
}

/** Signs in the person whom the provider confirms. Who comes for the first time signs up. */
export async function completeSignIn(
  deps: Deps,
  provider: SignInProvider,
  transaction: Transactional<Credentials>,
  request: CallOrigin,
  browser: Browser,
  { code, state, reference }: { code: string; state?: string; reference?: string },
): Promise<Credentials> {
  if (!browser.id) throw notConfirmed();
  const attempt = await findAttempt(
    deps.db,
    {
      provider: provider.name,
      browser_hash: hashToken(browser.id),
      ...(state !== undefined && { state_hash: hashToken(state) }),
    },
    timestamp(deps.clock.now()),
  );
  if (!attempt) throw notConfirmed();
  const identity = await provider.redeem(code, secretsOf(deps, attempt.state_hash));
  return refuseTaken(registered, () =>
    transaction(async ({ db: trx }) => {
      if (!(await deleteAttempt(trx, attempt.state_hash))) throw notConfirmed();
      const user =
        (await findSubjectUser(trx, identity)) ?? (await signUp(trx, deps, provider, request, identity, reference));
      await recordAudit(trx, deps, {
        merchant_id: user.merchant_id,
        user_id: user.id,
        request_id: request.id,
        action: `${provider.name}.authenticate`,
      });
      return issueCredentials(trx, deps, user.id);
    }),
  );
}

async function signUp(
  trx: Trx,
  deps: Deps,
  provider: SignInProvider,
  request: CallOrigin,
  { issuer, subject, email, email_verified }: ProviderIdentity,
  reference: string | undefined,
) {
  if (!email || !isEmailAddress(email)) {
    throw new Forbidden(
      `${LABELS[provider.name]} did not tell your email. Sign up with email and password`,
      'sign_in_refused',
    );
  }
  if (!email_verified) throw new Forbidden('Verify your email with the provider first', 'sign_in_refused');
  if (await isEmailTaken(trx, emailKey(email))) throw registered();
  const type = provider.name === 'google' ? 'GOOGLE' : 'MICROSOFT';
  const user = await createUser(trx, deps, request, { type, email, email_verified, reference });
  await insertSubject(trx, { issuer, subject, user_id: user.id });
  return user;
}

/** The state that the caller wants back, with a nonce in it, so that no two are alike. */
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

/** The secrets of an attempt are derived from its state and the server's key, so that the database need not hold them. */
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
