import Stripe from 'stripe';
import { ServiceUnavailable } from '../core/errors.ts';
import { faultOf } from '../core/fault.ts';
import type { Logger } from '../core/log.ts';
import { type ChargeResult, ProviderRefused } from './gateway.ts';

/** Decline codes after which no charge of the card can succeed (https://docs.stripe.com/declines/codes). */
const DEAD_CARD = new Set([
  ...['expired_card', 'lost_card', 'stolen_card', 'pickup_card', 'invalid_account', 'incorrect_number'],
  ...['previously_declined_do_not_retry', 'revocation_of_all_authorizations', 'revocation_of_authorization'],
]);
/** The advice of the card network that comes with a decline (https://docs.stripe.com/declines/card#retrying-issuer-declines). */
const NEVER_AGAIN = 'do_not_try_again';
const UNAVAILABLE = 'The provider is not available right now. Try again';
const { StripeAuthenticationError, StripeCardError, StripeInvalidRequestError, StripePermissionError } = Stripe.errors;

/** Awaits a call and translates the provider's errors. If the provider does not know an id, the result is `missing`. */
export interface Ask {
  <T>(work: Promise<T>): Promise<T>;
  <T, M>(work: Promise<T>, missing: M): Promise<T | M>;
  failure(error: unknown): ServiceUnavailable;
}

export function createAsk(log: Logger): Ask {
  const failure = (error: unknown) => failureOf(error, log);
  async function ask<T, M>(work: Promise<T>, ...missing: [] | [M]): Promise<T | M> {
    try {
      return answered(await work);
    } catch (error) {
      if (missing.length > 0 && isRefusal(error) && error.code === 'resource_missing') return missing[0] as M;
      throw failure(error);
    }
  }
  return Object.assign(ask, { failure });
}

/**
 * A proxy in front of the provider may fail with JSON that the `stripe` package mistakes for an object of the provider.
 * @throws for such a response.
 */
export function answered<T>(result: T): T {
  const { statusCode = 200 } = (result as { lastResponse?: { statusCode?: number } } | undefined)?.lastResponse ?? {};
  if (statusCode >= 400)
    throw new Stripe.errors.StripeAPIError({ type: 'api_error', message: `Status ${statusCode} without an error` });
  return result;
}

/** The provider's own error contains card and personal data. It is neither logged nor rethrown. */
function failureOf(error: unknown, log: Logger): ServiceUnavailable {
  const fault = faultOf(error);
  if (isRefusal(error) || error instanceof StripeCardError) {
    log.error({ fault }, 'the card provider refused a request: investigate');
    return new ProviderRefused(fault.code ?? fault.type);
  }
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
    log.error({ fault }, 'the card provider rejected our API key: investigate');
  else log.warn({ fault }, 'the card provider is not responding as expected');
  return new ServiceUnavailable(UNAVAILABLE, 'provider_unavailable');
}

export function declineOf(error: unknown): ChargeResult | undefined {
  if (error instanceof StripeCardError) {
    const code = error.decline_code ?? error.code ?? 'card_declined';
    const card_is_dead = DEAD_CARD.has(code) || DEAD_CARD.has(error.code ?? '') || error.advice_code === NEVER_AGAIN;
    return { state: 'DECLINED', code, card_is_dead };
  }
  if (isRefusal(error) && saysCardRemoved(error)) return { state: 'DECLINED', code: error.code!, card_is_dead: true };
  return undefined;
}

/** A retry of an invalid request does not help. */
export const isRefusal = (error: unknown): error is InstanceType<typeof StripeInvalidRequestError> =>
  error instanceof StripeInvalidRequestError;

/** Whether a charge was refused because the card was removed. A 404 means that the payment is missing. */
const saysCardRemoved = ({ code, statusCode }: InstanceType<typeof StripeInvalidRequestError>): boolean =>
  code === 'payment_method_unexpected_state' || (code === 'resource_missing' && statusCode !== 404);
