/**
 * Handles events of the card provider. An event only says what to look up. The state that is stored comes from the provider's
 * API, so events may arrive twice, late and in any order.
 */
import { timestamp } from '../../core/clock.ts';
import { actingAs, type OutsideContext, type TransactionContext } from '../../core/context.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { ProviderEvent } from '../../payments/gateway.ts';
import { amountDue } from '../bill/bill-amounts.ts';
import { findBillById } from '../ledger/bill.repository.ts';
import { takeEvent } from '../ledger/billing.repository.ts';
import {
  deactivateMethod,
  findMethodByReference,
  findPrimary,
  updateCard,
} from '../ledger/payment-method.repository.ts';
import { toCents } from '../terms/money.ts';
import { settleBill } from './collection.service.ts';

type Effect = (ctx: TransactionContext) => Promise<void>;

/** @throws BadRequest for a wrong signature, and ServiceUnavailable when the provider does not respond. It then sends the event again. */
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
    case 'payment_method.detached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      return cardChanged(ctx, object);
    default:
      return async () => {};
  }
}

async function paid({ deps }: OutsideContext, reference: string): Promise<Effect> {
  const payment = await deps.payments.findPayment(reference);
  return async (ctx) => {
    const { db } = ctx;
    if (payment?.state !== 'SUCCEEDED' || payment.bill_id === undefined) return;
    const bill = await findBillById(db, payment.bill_id);
    if (!bill || toCents(amountDue(bill)) !== payment.amount || (bill.payment !== null && bill.payment !== reference)) {
      deps.log.error({ bill_id: payment.bill_id, payment: reference }, 'a payment matches no bill: investigate');
      return;
    }
    const method =
      (payment.card && (await findMethodByReference(db, payment.card))) || (await findPrimary(db, bill.merchant_id));
    if (method) await settleBill(actingAs(ctx, { merchant_id: bill.merchant_id }), { bill, method, reference });
  };
}

async function cardChanged({ deps }: OutsideContext, reference: string): Promise<Effect> {
  const card = await deps.payments.findCard(reference);
  return async ({ db }) => {
    if (!card?.customer) await deactivateMethod(db, reference);
    else await updateCard(db, reference, { alias: card.alias, expires: card.expires });
  };
}
