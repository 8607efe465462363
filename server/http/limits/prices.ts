/**
 * What a call costs in time of the event loop, with the dearest input that it accepts. Rate limits count a call as that many.
 * `tests/contract/prices.test.ts` measures every operation, and fails for one that costs more than it says here.
 */
import type { OperationId } from '../../generated/operations.gen.ts';

/** What an ordinary call takes at most, in milliseconds. 12,000 of them a minute are a tenth of a processor. `session.state` takes less than half. */
export const UNIT_MS = 0.5;

/** An operation that is not here costs 1. What threads do for a call is added later, by the time that it took. */
const PRICES: Partial<Record<OperationId, number>> = {
  'policy.preview': 10,
  'dashboard.overview': 7,
  'callback.search': 6,
  'callback.health': 5,
  'session.pdf': 5,
  'bill.pdf': 5,
  'session.proof': 4,
  'stripe.complete': 4,
  'dashboard.get_started': 3,
  'session.count': 3,
  'session.list': 3,
  'google.authenticate': 3,
  'microsoft.authenticate': 3,
  'password.authenticate': 3,
  'passkey.authenticate': 3,
  'payment_method.delete': 3,
  'reader.submit': 2,
  'reader.chip_authentication': 2,
  'callback.get': 2,
  'link.open': 2,
  'session_mark.get': 2,
  'session_mark.list': 2,
  'sign_in.list': 2,
  'merchant.self': 2,
  'merchant.change_delivery_key': 2,
  'merchant.delete': 2,
  'billing.preview': 2,
  'billing.cancel': 2,
  'billing.enable': 2,
  'billing.keep': 2,
  'stripe.start': 2,
  'totp.self': 2,
  'totp.confirm': 2,
  'passkey.sign_up': 2,
  'passkey.register': 2,
  'password.recover': 2,
  'invite.create': 2,
};

export const priceOf = (operationId: string): number => PRICES[operationId as OperationId] ?? 1;

/** The price of work that a thread did. */
export const priceOfWork = (processor_ms: number): number => Math.ceil(processor_ms / UNIT_MS);
