/** How often each call may be made, before any work is done for it. */
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequests } from '../errors.ts';
import type { OperationId } from '../generated/operations.gen.ts';

export interface RateLimit {
  requests: number;
  window_seconds: number;
}

export type RateLimits = (operationId: OperationId, authenticated: boolean) => RateLimit;

/** Guessing and mail are limited per address here, and per account by the services. */
const CREDENTIALS: RateLimit = { requests: 30, window_seconds: 60 };
const DEMO: RateLimit = { requests: 60, window_seconds: 60 };
const PUBLIC: RateLimit = { requests: 1200, window_seconds: 60 };
const AUTHENTICATED: RateLimit = { requests: 12_000, window_seconds: 60 };

export const defaultRateLimits: RateLimits = (operationId, authenticated) => {
  if (operationId === 'demo.create') return DEMO;
  if (authenticated) return AUTHENTICATED;
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
  const limiters = new Map<RateLimit, RateLimiterAbstract>();
  return async (operationId: OperationId, authenticated: boolean, caller: string): Promise<RateLimitState> => {
    const limit = limits(operationId, authenticated);
    let limiter = limiters.get(limit);
    if (!limiter) {
      limiter = new RateLimiterMemory({ points: limit.requests, duration: limit.window_seconds });
      limiters.set(limit, limiter);
    }
    const [state, exceeded] = await limiter.consume(caller).then(
      (consumed) => [consumed, false] as const,
      (refused) => [refused, true] as const,
    );
    if (!(state instanceof RateLimiterRes)) throw state;
    return { limit, remaining: state.remainingPoints, reset_seconds: Math.ceil(state.msBeforeNext / 1000), exceeded };
  };
}

/** @throws TooManyRequests when the call was one too many. */
export function assertWithinLimit({ exceeded, reset_seconds }: RateLimitState): void {
  if (!exceeded) return;
  const seconds = Math.max(1, reset_seconds);
  throw new TooManyRequests(`Too many requests: try again in ${seconds} s`, seconds);
}

/** The fields of the RateLimit header draft (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = ({ limit, remaining, reset_seconds }: RateLimitState): Record<string, string> => ({
  RateLimit: `"default";r=${remaining};t=${reset_seconds}`,
  'RateLimit-Policy': `"default";q=${limit.requests};w=${limit.window_seconds}`,
});
