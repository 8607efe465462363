/** The challenge that a browser signs with a passkey: random, single-use, valid for five minutes in the browser that requested it. */
import { addSeconds, timestamp } from '../../core/clock.ts';
import type { OutsideContext, TransactionContext } from '../../core/context.ts';
import { inTransaction } from '../../database/transaction.ts';
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

/** The browser includes the challenge in its client data. */
function challengeIn(client_data: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(client_data, 'base64url').toString('utf8'));
    const challenge: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'challenge') : undefined;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
