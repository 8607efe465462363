/**
 * Handles events of the card provider. An event only says what to look up. The state that is stored comes from the provider's
 * API, so events may arrive twice, late and in any order.
 */
import { timestamp } from '../../core/clock.ts';
import type { OutsideContext, TransactionContext } from '../../core/context.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { ProviderEvent } from '../../payments/gateway.ts';
import { collectOpenBills } from '../bill/bill.service.ts';
import { findBillById, keepFailure } from '../ledger/bill.repository.ts';
import { findAccountByCustomer, takeEvent } from '../ledger/billing.repository.ts';
import { listAttempts, setAttemptCode } from '../ledger/payment-attempt.repository.ts';
import { deactivateMethod, findMethodByReference, renewCard } from '../ledger/payment-method.repository.ts';
import { PENDING } from './attempt-limits.ts';
import { settlePayment } from './collection.service.ts';
import { recordDispute, recordRefunds } from './money-back.service.ts';
import { loseCards } from './stripe.service.ts';

type Effect = (ctx: TransactionContext) => Promise<void>;

/**
 * @throws BadRequest for a wrong signature, and ServiceUnavailable when the provider's API does not respond, so that the provider
 * sends the event again.
 */
export async function receiveEvent(
  ctx: OutsideContext,
  { body, signature }: { body: Buffer; signature: string },
): Promise<void> {
  const { deps } = ctx;
  const now = deps.clock.now();
  const event = await deps.payments.readEvent(body, signature, now);
  const effect = await effectOf(ctx, event);
  await inTransaction(ctx, async (ctx) => {
    const isNew = await takeEvent(ctx.db, { id: event.id, type: event.type, received: timestamp(now) });
    if (isNew) await effect(ctx);
  });
}

async function effectOf(ctx: OutsideContext, { type, object }: ProviderEvent): Promise<Effect> {
  switch (type) {
    case 'payment_intent.succeeded':
      return paid(ctx, object);
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return failed(ctx, object);
    case 'payment_method.detached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      return cardChanged(ctx, object);
    case 'customer.deleted':
      return customerDeleted(ctx, object);
    case 'charge.refunded':
      return refunded(ctx, object);
    case 'refund.updated':
    case 'refund.failed':
      return refundChanged(ctx, object);
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return disputed(ctx, object);
    default:
      return async () => {};
  }
}

async function paid({ deps }: OutsideContext, reference: string): Promise<Effect> {
  const payment = await deps.payments.findPayment(reference);
  return async (ctx) => {
    if (payment?.state === 'SUCCEEDED' && payment.bill_id !== undefined)
      await settlePayment(ctx, { bill_id: payment.bill_id, payment });
  };
}

/** A charge failed after the provider's first response: for example, the holder did not confirm it, or the payment was canceled. */
async function failed({ deps }: OutsideContext, reference: string): Promise<Effect> {
  const payment = await deps.payments.findPayment(reference);
  return async (ctx) => {
    const { db } = ctx;
    const bill = payment?.bill_id === undefined ? undefined : await findBillById(db, payment.bill_id);
    if (bill?.state !== 'OPEN' || bill.payment !== reference) return;
    if (payment?.state === 'CANCELED') {
      deps.log.warn(
        { bill_id: bill.id, payment: reference },
        'the payment for a bill was canceled at the card provider',
      );
      return;
    }
    if (payment?.state !== 'OPEN' || payment.client_secret !== undefined || payment.failure === undefined) return;
    const attempts = await listAttempts(db, bill.id);
    const waiting = attempts.findLast(({ code }) => code === PENDING.authentication);
    if (waiting) {
      await setAttemptCode(db, waiting.id, payment.failure);
      await keepFailure(db, bill.id, payment.failure);
    }
    // The worker counts the decline and plans the next attempt.
    if (attempts.some(({ code }) => code === PENDING.processing)) await collectOpenBills(ctx, bill.merchant_id);
  };
}

/** The card network gives renewed cards a new number or expiry: a card that was declined for good can then be charged again. */
async function cardChanged({ deps }: OutsideContext, reference: string): Promise<Effect> {
  const card = await deps.payments.findCard(reference);
  return async (ctx) => {
    const { db } = ctx;
    if (!card?.customer) return deactivateMethod(db, reference);
    const { alias, expires, fingerprint = null } = card;
    const method = await findMethodByReference(db, reference);
    if (!(await renewCard(db, reference, { alias, expires, fingerprint }))) return;
    if (method?.state === 'INACTIVE' && method.primary === 1) await collectOpenBills(ctx, method.merchant_id);
  };
}

/** The cards of a customer that was deleted at the provider are gone. The next card is added to a new customer. */
async function customerDeleted({ deps }: OutsideContext, customer: string): Promise<Effect> {
  const exists = await deps.payments.hasCustomer(customer);
  return async (ctx) => {
    const account = exists ? undefined : await findAccountByCustomer(ctx.db, customer);
    if (account) await loseCards(ctx, account.merchant_id);
  };
}

async function refunded({ deps }: OutsideContext, charge: string): Promise<Effect> {
  const found = await deps.payments.findRefunds(charge);
  return async (ctx) => {
    if (found?.payment) await recordRefunds(ctx, { payment: found.payment, refunds: found.refunds });
  };
}

/** A refund may still fail weeks later, when the bank sends it back, for example because the card was closed. */
async function refundChanged({ deps }: OutsideContext, reference: string): Promise<Effect> {
  const found = await deps.payments.findRefund(reference);
  return async (ctx) => {
    if (found) await recordRefunds(ctx, { payment: found.payment, refunds: [found] });
  };
}

async function disputed({ deps }: OutsideContext, id: string): Promise<Effect> {
  const dispute = await deps.payments.findDispute(id);
  return async (ctx) => {
    if (dispute) await recordDispute(ctx, dispute);
  };
}
