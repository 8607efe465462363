/** Limits on wrong password guesses, and who they apply to (docs/decisions/guessing-passwords.md). */
import type { Clock } from '../../core/clock.ts';
import type { Principal, TransactionContext } from '../../core/context.ts';
import type { Logger } from '../../core/log.ts';
import { networksOf, WIDE_FACTOR } from '../../throttling/client-network.ts';
import { resetAttempts, returnAttempt, type Throttle } from '../../throttling/throttle.service.ts';

export interface GuessThrottles {
  /** Counts only this caller's attempts. The correct password resets them. */
  own: Throttle[];
  /** Also counts the attempts of others. The correct password takes back only its own attempt. */
  shared: Throttle[];
}

const HOUR = 3600;

/** For callers known only by their network. No limit spans all accounts and networks, since a single person could use it up. */
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

/** For a device on which the user has signed in before. Guesses by strangers are not counted here. */
export const deviceThrottles = (user_id: number, device_id: string): GuessThrottles => ({
  own: [{ subject: `password of user ${user_id} on ${device_id}`, limit: 10, window_seconds: HOUR }],
  shared: [],
});

/** For a signed-in user, possibly with a stolen token. Each sign-in has its own limit, so that the thief cannot lock the owner out. */
export const signedInThrottles = ({ user_id, credential_id }: Principal): GuessThrottles => ({
  own: [{ subject: `password of user ${user_id} in sign-in ${credential_id}`, limit: 10, window_seconds: HOUR }],
  shared: [],
});

/**
 * A recovery code has 50 bits, so a thousand guesses an hour will not find one. A network gets only five guesses an hour, so it
 * takes two hundred networks to use up the limit.
 */
const FACTORS = {
  totp_code: { name: 'second factor', limit: 20 },
  recovery_code: { name: 'recovery codes', limit: 1000 },
};

/**
 * For callers who know the password: codes of the second factor. Each known device has its own budget, and so do recovery codes,
 * so that the owner can still sign in while a thief guesses app codes.
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

export const signedInCodeThrottles = ({ user_id, credential_id }: Principal): Throttle[] => [
  { subject: `codes of user ${user_id} in sign-in ${credential_id}`, limit: 10, window_seconds: HOUR },
];

export const allOf = ({ own, shared }: GuessThrottles): Throttle[] => [...own, ...shared];

/** Call this when the password or code was correct: resets the caller's own counters, and takes the attempt back from the shared ones. */
export async function forgiveAttempt(ctx: TransactionContext, { own, shared }: GuessThrottles): Promise<void> {
  await resetAttempts(ctx, own);
  await returnAttempt(ctx, shared);
}

const FAILURES = 1000;

export type GuessAlarm = ReturnType<typeof createGuessAlarm>;

/** Logs, at most once an hour, that strangers' sign-ins fail unusually often. It refuses nobody, since that could lock everyone out. */
export function createGuessAlarm({ clock, log }: { clock: Clock; log: Logger }) {
  let began = 0;
  let failures = 0;
  return {
    failed(): void {
      const now = clock.now().getTime();
      if (now - began >= HOUR * 1000) [began, failures] = [now, 0];
      failures++;
      if (failures === FAILURES)
        log.warn(
          { failures, window_seconds: HOUR },
          'an unusual number of sign-ins failed: someone may be guessing passwords',
        );
    },
  };
}
