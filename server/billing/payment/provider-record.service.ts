/** Records refunds and disputes that the card provider reports. Both change no bill's amounts: an operator decides about those. */
import { timestamp } from '../../core/clock.ts';
import type { TransactionContext } from '../../core/context.ts';
import { randomId } from '../../database/random-id.ts';
import type { Dispute, Refund } from '../../payments/gateway.ts';
import { findPayments } from '../ledger/bill.repository.ts';
import { lockAccount } from '../ledger/billing.repository.ts';
import {
  findBillByPayment,
  insertProviderRefund,
  keepDispute,
  listRefundsOf,
  setBillDispute,
  updateProviderRefund,
} from '../ledger/provider-record.repository.ts';
import { CENT } from '../terms/money.ts';

/** Stores the refunds of a payment, each once. One that an operator asked for is recognized by its amount if its response was lost. */
export async function recordRefunds(
  ctx: TransactionContext,
  { payment, refunds }: { payment: string; refunds: Refund[] },
): Promise<void> {
  const { db, deps } = ctx;
  const bill = await findBillByPayment(db, payment);
  if (!bill) return deps.log.error({ payment }, 'a refund matches no bill: investigate');
  const { id: bill_id, merchant_id } = bill;
  await lockAccount(db, merchant_id);
  const known = await listRefundsOf(db, bill_id);
  const paid = (await findPayments(db, bill_id)).find(({ reference }) => reference === payment);
  for (const { reference, state, ...refund } of refunds) {
    const amount = refund.amount * CENT;
    const same =
      known.find((each) => each.reference === reference) ??
      known.find((each) => each.reference === null && each.amount === amount && each.state === 'PENDING');
    if (same) {
      Object.assign(same, { reference, state });
      await updateProviderRefund(db, same.id, { reference, state });
      continue;
    }
    if (!paid) return deps.log.error({ bill_id, payment }, 'a refund of a payment that was not recorded: investigate');
    deps.log.warn({ bill_id, refund: reference }, 'a refund was made at the card provider without a credit note');
    await insertProviderRefund(db, {
      ...{ id: randomId(), merchant_id, bill_id, credit_note_id: null, amount, state, reference },
      payment_method_id: paid.payment_method_id,
      created: timestamp(deps.clock.now()),
    });
  }
}

/** Stores the present state of a dispute, also on the bill. */
export async function recordDispute(ctx: TransactionContext, dispute: Dispute): Promise<void> {
  const { db, deps } = ctx;
  const { id, payment, reason, state } = dispute;
  const bill = payment === undefined ? undefined : await findBillByPayment(db, payment);
  if (!bill) return deps.log.error({ dispute: id, payment }, 'a dispute matches no bill: investigate');
  const { id: bill_id, merchant_id } = bill;
  const now = timestamp(deps.clock.now());
  const closed = state === 'OPEN' ? null : now;
  const amount = dispute.amount * CENT;
  await lockAccount(db, merchant_id);
  await keepDispute(db, { id, merchant_id, bill_id, amount, reason, state, created: now, closed });
  await setBillDispute(db, bill_id, state);
  deps.log.warn({ bill_id, dispute: id, state }, 'the payment of a bill is disputed');
}
