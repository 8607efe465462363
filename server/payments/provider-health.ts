/** Whether the card provider responds to this process. */
import type { Clock } from '../core/clock.ts';
import { ServiceUnavailable } from '../core/errors.ts';
import { type PaymentGateway, ProviderRefused } from './gateway.ts';

/** After this long without another call, a failure says nothing about the present. */
const FORGOTTEN_AFTER_MS = 1_800_000;

export interface ProviderHealth {
  /** How many consecutive calls got no response. */
  failures(): number;
}

/** Wraps the gateway and learns from its calls whether the provider is up. A refusal counts as a response. */
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
          // Reading an event makes no call to the provider.
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
