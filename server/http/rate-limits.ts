/** How often each call may be made. It is checked before any work is done for the call. */
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequests } from '../core/errors.ts';
import type { OperationId } from '../generated/operations.gen.ts';
import { networksOf, WIDE_FACTOR } from '../throttling/client-network.ts';

export interface RateLimit {
  requests: number;
  window_seconds: number;
}

/** `refused` is a caller whose credentials are not valid. */
export type Caller = 'anyone' | 'authenticated' | 'refused';

/** Calls with one limit object share their counters. */
export type RateLimits = (operationId: OperationId, caller: Caller) => RateLimit;

/** For calls by which people guess or send mail. This limits each address; the services limit each account. */
const CREDENTIALS: RateLimit = { requests: 30, window_seconds: 60 };
const DEMO: RateLimit = { requests: 60, window_seconds: 60 };
const PUBLIC: RateLimit = { requests: 1200, window_seconds: 60 };
/** Separate from other calls, so that a flood of those from an office does not sign its people out. */
const RENEWAL: RateLimit = { requests: 1200, window_seconds: 60 };
const REFUSED: RateLimit = { requests: 300, window_seconds: 60 };
const AUTHENTICATED: RateLimit = { requests: 12_000, window_seconds: 60 };

export const defaultRateLimits: RateLimits = (operationId, caller) => {
  if (caller === 'refused') return REFUSED;
  if (operationId === 'demo.create') return DEMO;
  if (caller === 'authenticated') return AUTHENTICATED;
  if (operationId === 'bearer.renew') return RENEWAL;
  if (/^(password|google|microsoft)\./.test(operationId)) return CREDENTIALS;
  return PUBLIC;
};

export interface RateLimitState {
  limit: RateLimit;
  remaining: number;
  reset_seconds: number;
  exceeded: boolean;
}

export function createRateLimiter(limits: RateLimits) {
  const limiters = new Map<RateLimit, { narrow: RateLimiterAbstract; wide: RateLimiterAbstract }>();

  function limitersOf(limit: RateLimit) {
    const existing = limiters.get(limit);
    if (existing) return existing;
    const limiter = (points: number) => new RateLimiterMemory({ points, duration: limit.window_seconds });
    const made = { narrow: limiter(limit.requests), wide: limiter(limit.requests * WIDE_FACTOR) };
    limiters.set(limit, made);
    return made;
  }

  /** Counts a call for the signed-in user or key. Without one it counts for the address. */
  return async (
    operationId: OperationId,
    caller: Caller,
    { user_id, ip }: { user_id?: number | undefined; ip: string },
  ): Promise<RateLimitState> => {
    const limit = limits(operationId, caller);
    const { narrow, wide } = limitersOf(limit);
    const network = networksOf(ip);
    const state = await consume(limit, narrow, user_id === undefined ? `ip ${network.narrow}` : `user ${user_id}`);
    if (state.exceeded || user_id !== undefined || network.wide === undefined) return state;
    const wider = await consume(limit, wide, `ip ${network.wide}`);
    return wider.exceeded ? wider : state;
  };
}

async function consume(limit: RateLimit, limiter: RateLimiterAbstract, subject: string): Promise<RateLimitState> {
  const [state, exceeded] = await limiter.consume(subject).then(
    (consumed) => [consumed, false] as const,
    (refused) => [refused, true] as const,
  );
  if (!(state instanceof RateLimiterRes)) throw state;
  return { limit, remaining: state.remainingPoints, reset_seconds: Math.ceil(state.msBeforeNext / 1000), exceeded };
}

/** @throws TooManyRequests when the call exceeded the limit. */
export function assertWithinLimit({ exceeded, reset_seconds }: RateLimitState): void {
  if (!exceeded) return;
  const seconds = Math.max(1, reset_seconds);
  throw new TooManyRequests(`Too many requests. Try again in ${seconds} seconds`, seconds);
}

/** The fields of the RateLimit header draft (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = ({ limit, remaining, reset_seconds }: RateLimitState): Record<string, string> => ({
  RateLimit: `"default";r=${remaining};t=${reset_seconds}`,
  'RateLimit-Policy': `"default";q=${limit.requests};w=${limit.window_seconds}`,
});
