/** Whether the card provider answers this process. */
import type { Clock } from '../core/clock.ts';
import { ServiceUnavailable } from '../core/errors.ts';
import { type PaymentGateway, ProviderRefused } from './gateway.ts';

/** After this long without another call, a failure says nothing about now. */
const FORGOTTEN_AFTER_MS = 1_800_000;

export interface ProviderHealth {
  /** How many calls in a row got no answer. */
  failures(): number;
}

/** The gateway, and what its calls tell about the provider. A refusal is an answer. */
export function watchProvider(
  gateway: PaymentGateway,
  clock: Clock,
): { gateway: PaymentGateway; health: ProviderHealth } {
  let failures = 0;
  let last = 0;
  const learn = (error?: unknown) => {
    if (error instanceof ServiceUnavailable && !(error instanceof ProviderRefused)) {
      failures++;
      last = clock.now().getTime();
    } else failures = 0;
  };
  const watched = new Proxy(gateway, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return async (...parameters: unknown[]) => {
        try {
          const result: unknown = await member.apply(target, parameters);
          // What was signed by the provider was not asked of it.
          if (name !== 'readEvent') learn();
          return result;
        } catch (error) {
          if (name !== 'readEvent') learn(error);
          throw error;
        }
      };
    },
  });
  return {
    gateway: watched,
    health: { failures: () => (clock.now().getTime() - last < FORGOTTEN_AFTER_MS ? failures : 0) },
  };
}
