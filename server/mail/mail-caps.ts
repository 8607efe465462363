/**
 * How many mails a day strangers and users can have sent, so that the service is no mail cannon: to one address, by one caller or
 * account, and in all. Only what is sent counts: the turn is taken in the transaction that sends. What the service says of itself,
 * such as a bill, is not limited.
 */
import type { Transaction } from 'kysely';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import { networksOf, WIDE_FACTOR } from '../throttling/client-network.ts';
import { assertNotExhausted, countTurn, type Throttle, takeTurn } from '../throttling/throttle.ts';

const aDay = (subject: string, limit: number): Throttle => ({ subject, limit, window_seconds: 86_400 });

/** A known device does not share what strangers have sent to the address. The address counts whether it has an account or not. */
export const recoveryCaps = (holder: string, ip: string, device: string | undefined): Throttle[] =>
  device
    ? [aDay(`recovery codes of ${holder} to ${device}`, 20)]
    : [
        ...fromNetwork(`recovery codes of ${holder}`, ip, 10),
        aDay(`recovery codes of ${holder}`, 60),
        ...fromNetwork('recovery codes', ip, 500),
      ];

export const verificationCaps = (key: string, merchantId: number, ip: string): Throttle[] => [
  aDay(`verification codes to ${key}`, 20),
  aDay(`verification codes of ${merchantId}`, 40),
  ...fromNetwork('verification codes', ip, 500),
  aDay('verification mails', 20_000),
];

export const inviteCaps = (key: string, merchantId: number): Throttle[] => [
  aDay(`invitations of ${merchantId} to ${key}`, 5),
  aDay(`invitations to ${key}`, 10),
  aDay(`invitations of ${merchantId}`, 100),
  aDay('invitations', 10_000),
];

/** @throws TooManyRequests */
export const takeMails = (trx: Transaction<Database>, deps: Deps, caps: Throttle[]): Promise<void> =>
  takeTurn(trx, deps.clock, caps);

/** The recovery mails of all. What is sent to nobody counts elsewhere, with the same work and the same answer. */
export async function takeRecoveryMail(trx: Transaction<Database>, deps: Deps, sent: boolean): Promise<void> {
  const all = aDay('recovery mails', 20_000);
  await assertNotExhausted(trx, deps.clock, [all]);
  await countTurn(trx, deps.clock, sent ? all : { ...all, subject: `${all.subject} to nobody` });
}

function fromNetwork(name: string, ip: string, limit: number): Throttle[] {
  const { narrow, wide } = networksOf(ip);
  return [aDay(`${name} from ${narrow}`, limit), ...(wide ? [aDay(`${name} from ${wide}`, limit * WIDE_FACTOR)] : [])];
}
