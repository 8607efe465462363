/** WebAuthn ceremonies: challenges, and the registrations and assertions that sign them (Web Authentication Level 3, 7.1 and 7.2). */
import { addSeconds, timestamp } from '../../core/clock.ts';
import type { OutsideContext, TransactionContext } from '../../core/context.ts';
import type { Deps } from '../../core/deps.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { NewPasskey, PasskeyAssertion } from '../../generated/operations.gen.ts';
import type { BrowserCall } from '../../http/handlers.ts';
import { hashToken, randomToken } from '../../secrets/random-secret.ts';
import { insertChallenge, type PasskeyChallenge, purgeChallenges, takeChallengeRow } from './passkey.repository.ts';

export const CHALLENGE_SECONDS = 300;

type Purpose = PasskeyChallenge['purpose'];

export async function giveChallenge(
  { db, deps, browser }: TransactionContext & BrowserCall,
  { purpose, user_id }: { purpose: Purpose; user_id?: number },
): Promise<string> {
  const now = deps.clock.now();
  const challenge = randomToken();
  await purgeChallenges(db, timestamp(now));
  await insertChallenge(db, {
    hash: hashToken(challenge),
    browser_hash: hashToken(browser.keep()),
    purpose,
    user_id: user_id ?? null,
    expires: timestamp(addSeconds(now, CHALLENGE_SECONDS)),
  });
  return challenge;
}

/** A challenge that was used up, whether or not the signature turns out valid. */
export interface AnsweredChallenge {
  challenge: string;
  user_id: number | undefined;
}

/** @returns undefined for a challenge that was not issued to this browser for this purpose, or that has expired or been used. */
export async function takeChallenge(
  ctx: OutsideContext & BrowserCall,
  { purpose, client_data }: { purpose: Purpose; client_data: string },
): Promise<AnsweredChallenge | undefined> {
  const { deps, browser } = ctx;
  const challenge = challengeIn(client_data);
  if (challenge === undefined || !browser.id) return undefined;
  const row = await inTransaction(ctx, ({ db }) => takeChallengeRow(db, hashToken(challenge)));
  const isValid =
    row?.purpose === purpose && row.browser_hash === hashToken(browser.id) && row.expires > timestamp(deps.clock.now());
  return isValid ? { challenge, user_id: row.user_id ?? undefined } : undefined;
}

function challengeIn(client_data: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(client_data, 'base64url').toString('utf8'));
    const challenge: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'challenge') : undefined;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

export const relyingPartyId = ({ config }: Deps): string => new URL(config.public_url).hostname;

const expectedOf = (deps: Deps, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: deps.config.public_url,
  expectedRPID: relyingPartyId(deps),
  // Requires a fingerprint, a face or a PIN, because a passkey counts as two factors.
  requireUserVerification: true,
});

export interface VerifiedPasskey {
  credential_id: string;
  public_key: Buffer;
  counter: number;
}

/** @returns undefined when the passkey does not match the challenge. */
export async function verifyNewPasskey(
  deps: Deps,
  { id, client_data, attestation }: NewPasskey,
  challenge: string,
): Promise<VerifiedPasskey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const response = { clientDataJSON: client_data, attestationObject: attestation };
  const result = await verifyRegistrationResponse({
    ...expectedOf(deps, challenge),
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { credential } = result.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
  };
}

/** @returns the new counter, or undefined when the passkey has not signed this challenge. */
export async function verifyAssertion(
  deps: Deps,
  { id, client_data, authenticator_data, signature }: PasskeyAssertion,
  { challenge, stored }: { challenge: string; stored: VerifiedPasskey },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const response = { clientDataJSON: client_data, authenticatorData: authenticator_data, signature };
  const { credential_id, public_key, counter } = stored;
  const result = await verifyAuthenticationResponse({
    ...expectedOf(deps, challenge),
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter },
  }).catch(() => undefined);
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}
