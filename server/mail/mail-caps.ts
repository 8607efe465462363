/**
 * Limits how many emails a day people can make the service send: to one address, per caller or account, and in total. An email is
 * counted in the transaction that sends it, so emails that are not sent do not count. Emails that no one can trigger at will, such
 * as bills, are not limited.
 */
import type { TransactionContext } from '../core/context.ts';
import { networksOf, WIDE_FACTOR } from '../throttling/client-network.ts';
import { assertNotExhausted, countTurn, type Throttle } from '../throttling/throttle.service.ts';

const aDay = (subject: string, limit: number): Throttle => ({ subject, limit, window_seconds: 86_400 });

/** A known device has its own limit, which strangers cannot use up. An address without an account has the same limits. */
export const recoveryCaps = (holder: string, ip: string, device: string | undefined): Throttle[] =>
  device
    ? [aDay(`recovery codes of ${holder} to ${device}`, 20)]
    : [
        ...fromNetwork(`recovery codes of ${holder}`, ip, 10),
        aDay(`recovery codes of ${holder}`, 60),
        ...fromNetwork('recovery codes', ip, 500),
      ];

export const verificationCaps = (key: string, merchant_id: number, ip: string): Throttle[] => [
  aDay(`verification codes to ${key}`, 20),
  aDay(`verification codes of ${merchant_id}`, 40),
  ...fromNetwork('verification codes', ip, 500),
  aDay('verification mails', 20_000),
];

export const inviteCaps = (key: string, merchant_id: number): Throttle[] => [
  aDay(`invitations of ${merchant_id} to ${key}`, 5),
  aDay(`invitations to ${key}`, 10),
  aDay(`invitations of ${merchant_id}`, 100),
  aDay('invitations', 10_000),
];

/** Links to sessions, which are emailed to people without an account. The contract states these limits at `send_to`. */
export const sessionLinkCaps = (key: string, merchant_id: number): Throttle[] => [
  aDay(`session links to ${key}`, 5),
  aDay(`session links of ${merchant_id}`, 200),
  aDay('session links', 20_000),
];

export const linkPausedCaps = (merchant_id: number): Throttle[] => [aDay(`paused links of ${merchant_id}`, 1)];

export const linkBusyCaps = (merchant_id: number, link_id: number): Throttle[] => [
  aDay(`busy link ${link_id}`, 1),
  aDay(`busy links of ${merchant_id}`, 10),
];

export const failingEndpointCaps = (merchant_id: number, host: string): Throttle[] => [
  aDay(`failing callbacks of ${merchant_id} to ${host}`, 3),
  aDay(`failing callbacks of ${merchant_id}`, 10),
];

/**
 * A verified address has no limit for each network, which strangers could use up. An unverified address may belong to a stranger,
 * and sign-ups and sign-ins must not flood their mailbox.
 */
export const newDeviceCaps = (user: { user_id: number; is_verified: boolean; ip: string }): Throttle[] => [
  aDay(`new devices of user ${user.user_id}`, 10),
  ...(user.is_verified ? [] : fromNetwork('new devices', user.ip, 500)),
];

/**
 * Limits all recovery emails. Those for addresses without an account are counted separately but in the same way, so that the two
 * cases cannot be told apart.
 */
export async function takeRecoveryMail(ctx: TransactionContext, { sent }: { sent: boolean }): Promise<void> {
  const all = aDay('recovery mails', 20_000);
  await assertNotExhausted(ctx, [all]);
  await countTurn(ctx, sent ? all : { ...all, subject: `${all.subject} to nobody` });
}

function fromNetwork(name: string, ip: string, limit: number): Throttle[] {
  const { narrow, wide } = networksOf(ip);
  return [aDay(`${name} from ${narrow}`, limit), ...(wide ? [aDay(`${name} from ${wide}`, limit * WIDE_FACTOR)] : [])];
}
