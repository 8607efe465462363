import type { RequestHandler } from 'express';
import type { Principal } from '../../core/context.ts';
import { TooManyRequests } from '../../core/errors.ts';
import type { OperationId, Operations } from '../../generated/operations.gen.ts';
import {
  type CallBucket,
  type CallCounters,
  type CallLimit,
  createCallCounters,
} from '../../throttling/call-counters.ts';
import { networksOf, WIDE_FACTOR } from '../../throttling/client-network.ts';
import type { RoutedExchange } from '../call/exchange.ts';
import { clientAddress } from './client-address.ts';
import { priceOf, priceOfWork } from './prices.ts';

/** `refused`: a caller with invalid credentials. */
type Caller = 'anyone' | 'authenticated' | 'refused';

/** What is limited: a call, or the site's pages and files, which are counted together. */
export type Limited = OperationId | 'site';

/** Calls with the same limit object share their counters. A call without a limit is not counted. */
export type RateLimits = (operationId: Limited, caller: Caller) => CallLimit | undefined;

/** For calls that can be used to guess credentials or send email. This limits each address; the services limit each account. */
const CREDENTIALS: CallLimit = { name: 'credentials', requests: 30, window_seconds: 60 };
/**
 * Separate from guesses: every visit to the sign-in page requests a challenge, and an office's visits must not use up its sign-ins
 * with passwords.
 */
const CHALLENGES: CallLimit = { name: 'challenges', requests: 30, window_seconds: 60 };
const DEMO: CallLimit = { name: 'demo', requests: 60, window_seconds: 60 };
/** Separate from the demo's limit, which others in the same office may use up. */
const STARTS: CallLimit = { name: 'starts', requests: 60, window_seconds: 60 };
const PUBLIC: CallLimit = { name: 'public', requests: 1200, when_scarce: 300, window_seconds: 60 };
/** Separate, so that a flood of calls from an office does not sign its users out. */
const RENEWAL: CallLimit = { name: 'renewal', requests: 1200, window_seconds: 60 };
const REFUSED: CallLimit = { name: 'refused', requests: 300, window_seconds: 60 };
const EXPORT: CallLimit = { name: 'export', requests: 20, window_seconds: 60 };
/** A first visit takes about 30 requests, and many people may share a network. */
const SITE: CallLimit = { name: 'site', requests: 6000, when_scarce: 1500, window_seconds: 60 };
const AUTHENTICATED: CallLimit = { name: 'authenticated', requests: 12_000, when_scarce: 3000, window_seconds: 60 };
/** The users and keys of an account together may use this many times what one of them may. */
const ACCOUNT_FACTOR = 2;
/**
 * All callers without credentials together, in this process, while the event loop has no time left: half a processor. Without a
 * name, because each process has its own event loop.
 */
const STRANGERS: CallLimit = { requests: 60_000, window_seconds: 60 };

type PublicOperationId = { [Id in OperationId]: Operations[Id]['public'] extends true ? Id : never }[OperationId];

/** Every call that needs no credentials. A new one doesn't compile until its limit has been decided. */
const OF_STRANGERS: Record<PublicOperationId, CallLimit> = {
  'password.create': CREDENTIALS,
  'password.authenticate': CREDENTIALS,
  'password.recover_send_code': CREDENTIALS,
  'password.recover': CREDENTIALS,
  'password.undo_change_email': CREDENTIALS,
  'invite.get': PUBLIC,
  'passkey.start_sign_up': CREDENTIALS,
  'passkey.sign_up': CREDENTIALS,
  'passkey.start_authentication': CHALLENGES,
  'passkey.authenticate': CREDENTIALS,
  'google.uri': CREDENTIALS,
  'google.authenticate': CREDENTIALS,
  'microsoft.uri': CREDENTIALS,
  'microsoft.authenticate': CREDENTIALS,
  'bearer.renew': RENEWAL,
  'bearer.revoke': PUBLIC,
  'demo.create': DEMO,
  'demo.get': PUBLIC,
  'demo.state': PUBLIC,
  'link.open': PUBLIC,
  'link.start': STARTS,
  'reader.open': PUBLIC,
  'reader.start': PUBLIC,
  'reader.challenge': PUBLIC,
  'reader.chip_authentication': PUBLIC,
  'reader.submit': PUBLIC,
  'reader.fail': PUBLIC,
  'reader.abort': PUBLIC,
  'reader.state': PUBLIC,
  'trust.get': PUBLIC,
};

const EXPORTS = new Set<string>(['session.export', 'bill.export', 'bill.usage', 'audit.export']);

export const defaultRateLimits: RateLimits = (operationId, caller) => {
  if (operationId === 'site') return SITE;
  if (caller === 'refused') return REFUSED;
  if (caller === 'authenticated') return EXPORTS.has(operationId) ? EXPORT : AUTHENTICATED;
  return OF_STRANGERS[operationId as PublicOperationId];
};

export function raisedRateLimits(factor: number): RateLimits {
  if (factor === 1) return defaultRateLimits;
  const raised = new Map<CallLimit, CallLimit>();
  return (operationId, caller) => {
    const limit = defaultRateLimits(operationId, caller)!;
    if (!raised.has(limit)) raised.set(limit, multiplied(limit, factor));
    return raised.get(limit);
  };
}

const multiplied = ({ name, requests, when_scarce, window_seconds }: CallLimit, factor: number): CallLimit => ({
  ...(name !== undefined && { name: `${name} x ${factor}` }),
  window_seconds,
  requests: requests * factor,
  ...(when_scarce !== undefined && { when_scarce: when_scarce * factor }),
});

/** RATE_LIMITS=off, for a load test. */
export const noRateLimits: RateLimits = () => undefined;

interface RateLimitState {
  limit: CallLimit;
  remaining: number;
  reset_seconds: number;
  exceeded: boolean;
}

interface Buckets {
  narrow: CallBucket;
  wide: CallBucket;
}

/** Who is counted: a user or key and its account, or the network of a caller without credentials. */
interface Subject {
  principal?: Pick<Principal, 'user_id' | 'merchant_id'> | undefined;
  ip: string;
}

function createPlaces(counters: CallCounters) {
  const made = new Map<CallLimit, Buckets>();

  /** Where a caller is counted. */
  function countedIn(limit: CallLimit, { principal, ip }: Subject) {
    let buckets = made.get(limit);
    if (!buckets) {
      const wide = multiplied(limit, principal ? ACCOUNT_FACTOR : WIDE_FACTOR);
      buckets = { narrow: counters.bucket(limit), wide: counters.bucket(wide) };
      made.set(limit, buckets);
    }
    const { narrow, wide } = principal ? { narrow: principal.user_id, wide: principal.merchant_id } : networksOf(ip);
    return { buckets, narrow, wide };
  }

  return { made, countedIn };
}

/** `isScarce` says whether the event loop has no time left, so that callers must share it. */
export function createRateLimiter(limits: RateLimits, clock: { now(): Date }, isScarce: () => boolean = () => false) {
  const counters = createCallCounters();
  const { countedIn, made } = createPlaces(counters);
  const strangers = counters.bucket(STRANGERS);

  function takeFrom(bucket: CallBucket, subject: string | number, now: number, price: number): RateLimitState {
    const { limit, window_ms } = bucket;
    const most = (limit.when_scarce !== undefined && isScarce() && limit.when_scarce) || limit.requests;
    const used = counters.take(bucket, subject, { now, price, most });
    const exceeded = used > most;
    const reset_ms = exceeded ? counters.wait(bucket, subject, { now, price, most }) : window_ms - (now % window_ms);
    return {
      limit,
      remaining: Math.max(0, Math.floor(most - used)),
      reset_seconds: Math.max(1, Math.ceil(reset_ms / 1000)),
      exceeded,
    };
  }

  return {
    counters,

    take(operationId: Limited, caller: Caller, subject: Subject): RateLimitState | undefined {
      const limit = limits(operationId, caller);
      if (!limit) return undefined;
      const now = clock.now().getTime();
      const price = isOfLoad(limit) ? priceOf(operationId) : 1;
      const { buckets, narrow, wide } = countedIn(limit, subject);
      const state = takeFrom(buckets.narrow, narrow, now, price);
      if (state.exceeded) return state;
      const wider = wide === undefined ? state : takeFrom(buckets.wide, wide, now, price);
      if (wider.exceeded) return wider;
      // Guesses and renewals of sign-ins are not part of it, so that strangers do not sign customers out.
      if (subject.principal || !isOfLoad(limit)) return state;
      const shared = takeFrom(strangers, 'all', now, price);
      return shared.exceeded && isScarce() ? { ...state, exceeded: true, reset_seconds: shared.reset_seconds } : state;
    },

    /** Counts the work that a thread has done for a call, by the processor time that it used. */
    charge(operationId: OperationId, subject: Subject, processor_ms: number): void {
      const limit = limits(operationId, subject.principal ? 'authenticated' : 'anyone');
      if (!limit || !isOfLoad(limit)) return;
      const [now, price] = [clock.now().getTime(), priceOfWork(processor_ms)];
      const { buckets, narrow, wide } = countedIn(limit, subject);
      counters.charge(buckets.narrow, narrow, now, price);
      if (wide !== undefined) counters.charge(buckets.wide, wide, now, price);
    },

    isExhausted(operationId: Limited, caller: Caller, ip: string): boolean {
      const limit = limits(operationId, caller);
      const buckets = limit && made.get(limit);
      if (!buckets) return false;
      const now = clock.now().getTime();
      const { narrow, wide } = networksOf(ip);
      return (
        counters.isFull(buckets.narrow, narrow, now) || (wide !== undefined && counters.isFull(buckets.wide, wide, now))
      );
    },
  };
}

/** Such a limit counts what calls cost. The others count calls, because they are about guesses, emails and rows. */
const isOfLoad = ({ when_scarce }: CallLimit): boolean => when_scarce !== undefined;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

const tooMany = (seconds: number) => `Too many requests. Try again in ${seconds} seconds`;

/** Counts a call, and adds what is left of the limit to the response. @throws TooManyRequests */
export function limitCall(
  limiter: RateLimiter,
  { principal, origin, headers, operationId }: RoutedExchange,
  caller: Caller,
): void {
  const state = limiter.take(operationId, caller, { principal, ip: origin.ip });
  if (!state) return;
  const { limit, remaining, reset_seconds, exceeded } = state;
  // draft-ietf-httpapi-ratelimit-headers
  headers['RateLimit'] = `"default";r=${remaining};t=${reset_seconds}`;
  headers['RateLimit-Policy'] = `"default";q=${limit.requests};w=${limit.window_seconds}`;
  if (exceeded) throw new TooManyRequests(tooMany(reset_seconds), reset_seconds);
}

/** Limits how often a network may request pages and files, because they need no credentials and some query the database. */
export const limitVisits =
  (limiter: RateLimiter, trusted_proxies: number): RequestHandler =>
  (req, res, next) => {
    const state = limiter.take('site', 'anyone', { ip: clientAddress(req, trusted_proxies) });
    if (!state?.exceeded) return next();
    const { reset_seconds } = state;
    res.status(429).set({ 'Retry-After': String(reset_seconds), 'Cache-Control': 'no-store' });
    res.type('text').send(tooMany(reset_seconds));
  };
