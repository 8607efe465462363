/** How often a password may be guessed wrong, and by whom (docs/decisions/guessing-passwords.md). */
import type { Principal, TransactionContext } from '../../core/context.ts';
import { networksOf, WIDE_FACTOR } from '../../throttling/client-network.ts';
import { resetAttempts, returnAttempt, type Throttle } from '../../throttling/throttle.service.ts';

export interface GuessThrottles {
  /** Filled by this caller alone. The right password empties them. */
  own: Throttle[];
  /** Filled by others too. The right password takes back the one attempt that it counted itself. */
  shared: Throttle[];
}

const HOUR = 3600;

/** For callers of whom only the network is known. No bucket counts everybody's guesses, since one person could fill it. */
export function strangersThrottles(key: string, ip: string): GuessThrottles {
  const { narrow, wide } = networksOf(ip);
  const within = (name: string, limit: number, wider: number): Throttle[] => [
    { subject: `${name} from ${narrow}`, limit, window_seconds: HOUR },
    ...(wide ? [{ subject: `${name} from ${wide}`, limit: wider, window_seconds: HOUR }] : []),
  ];
  return {
    own: within(`password of ${key}`, 10, 20),
    shared: [
      { subject: `password of ${key}`, limit: 100, window_seconds: HOUR },
      ...within('passwords', 1000, 1000 * WIDE_FACTOR),
    ],
  };
}

/** For a device on which the user signed in before. What strangers guess is not counted here. */
export const deviceThrottles = (user_id: number, device_id: string): GuessThrottles => ({
  own: [{ subject: `password of user ${user_id} on ${device_id}`, limit: 10, window_seconds: HOUR }],
  shared: [],
});

/** For somebody who is signed in, perhaps with a stolen token. Each sign-in has its own, so that the thief does not lock the owner out. */
export const signedInThrottles = ({ user_id, credential_id }: Principal): GuessThrottles => ({
  own: [{ subject: `password of user ${user_id} in sign-in ${credential_id}`, limit: 10, window_seconds: HOUR }],
  shared: [],
});

/** A recovery code has 50 bits, so that a thousand guesses an hour find none, and two hundred networks are needed to use them up. */
const FACTORS = {
  totp_code: { name: 'second factor', limit: 20 },
  recovery_code: { name: 'recovery codes', limit: 1000 },
};

/**
 * For callers who know the password: codes of the second factor. A device that the user knows has a budget of its own, and so
 * have recovery codes, with which the owner gets in while a thief guesses codes of the app.
 */
export function factorThrottles(
  user_id: number,
  { factor, ip, device }: { factor: keyof typeof FACTORS; ip: string; device: string | undefined },
): GuessThrottles {
  const { name, limit } = FACTORS[factor];
  const all: Throttle = { subject: `${name} of user ${user_id}`, limit, window_seconds: HOUR };
  if (device) return { own: [{ ...all, subject: `${all.subject} on ${device}`, limit: 10 }], shared: [] };
  const { narrow } = networksOf(ip);
  return { own: [{ ...all, subject: `${all.subject} from ${narrow}`, limit: 5 }], shared: [all] };
}

/** For codes that somebody types who is signed in. */
export const signedInCodeThrottles = ({ user_id, credential_id }: Principal): Throttle[] => [
  { subject: `codes of user ${user_id} in sign-in ${credential_id}`, limit: 10, window_seconds: HOUR },
];

export const allOf = ({ own, shared }: GuessThrottles): Throttle[] => [...own, ...shared];

/** Takes back what was counted before the password turned out to be right. */
export async function forgiveAttempt(ctx: TransactionContext, { own, shared }: GuessThrottles): Promise<void> {
  await resetAttempts(ctx, own);
  await returnAttempt(ctx, shared);
}
