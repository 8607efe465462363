/** Who may call, and how often: everybody, and always, unless a scenario says otherwise. */
import { systemClock } from '../../server/core/clock.ts';
import type { SecurityScheme } from '../../server/core/context.ts';
import type { Authenticate } from '../../server/http/access/credentials.ts';
import {
  createRateLimiter,
  noRateLimits,
  type RateLimiter,
  type RateLimitState,
} from '../../server/http/limits/rate-limits.ts';
import { RETRY_AFTER } from './examples.ts';
import type { Preferences } from './preferences.ts';
import type { World } from './rules.ts';

/** Every key and token is right until it has ended. One that the mock has not given out is of the account of the examples. */
export function anybody({ accounts }: World, preferences: () => Preferences): Authenticate {
  const principalOf = (credential: string, scheme: SecurityScheme) => {
    if (preferences().scenario === 'signed_out') return undefined;
    const isKey = scheme === 'apiKey';
    const holder = accounts.holderOf(credential, ({ type }) => (type === 'SERVICE') === isKey);
    const user = holder?.account.lists.users.find(({ id }) => id === holder.user_id);
    if (!holder || !user || (user.type === 'SERVICE') !== isKey) return undefined;
    return { scheme, merchant_id: holder.account.merchant.id, user_id: user.id, user_type: user.type };
  };
  return {
    apiKey: async (_public_key, secret) => principalOf(secret, 'apiKey'),
    accessToken: async (token) => principalOf(token, 'accessToken'),
    isOurs: () => true,
  };
}

/** The state of a limit that nothing is left of. */
export const EXHAUSTED: RateLimitState = {
  limit: { name: 'mock', requests: 1, window_seconds: RETRY_AFTER },
  remaining: 0,
  reset_seconds: RETRY_AFTER,
  exceeded: true,
};

/** Nobody is limited but who asks for it. */
export function limiterOf(preferences: () => Preferences): RateLimiter {
  return {
    ...createRateLimiter(noRateLimits, systemClock),
    take() {
      return preferences().scenario === 'rate_limited' ? EXHAUSTED : undefined;
    },
  };
}
