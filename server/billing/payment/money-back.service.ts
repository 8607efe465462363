/**
 * Money that goes back through the card provider: refunds that we send, and what the provider reports about refunds and
 * disputes.
 */
import { audit } from '../../audit/audit.service.ts';
import { timestamp } from '../../core/clock.ts';
import { actingAs, type Context, type OutsideContext, type TransactionContext } from '../../core/context.ts';
import { randomId } from '../../database/random-id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ProviderRefused } from '../../payments/gateway.ts';
import type { ProviderDispute, ProviderRefund } from '../../payments/money-back.ts';
import type { Bill } from '../ledger/bill.repository.ts';
import { lockAccount } from '../ledger/billing.repository.ts';
import {
  advanceRefund,
  findBillOfPayment,
  findPaymentOf,
  findRefundToSend,
  insertRefund,
  listRefunds,
  putDispute,
  type Refund,
} from '../ledger/money-back.repository.ts';
import { CENT, toCents } from '../terms/money.ts';

/** If the response is lost, repeating the call finds the refund. */
export async function sendRefund(ctx: OutsideContext, id: number): Promise<void> {
  const { db, deps } = ctx;
  const refund = await findRefundToSend(db, id);
  if (!refund?.payment || refund.state !== 'PENDING' || refund.reference !== null) return;
  const { bill_id, merchant_id, payment } = refund;
  const key = await keyOf(ctx, refund);
  const told = await deps.payments.refund({ payment, amount: toCents(refund.amount), key }).then(
    ({ reference, state }) => {
      if (state === 'FAILED') logFailure(ctx, { bill_id, reference });
      return { reference, state };
    },
    (error: unknown) => {
      if (!(error instanceof ProviderRefused)) throw error;
      deps.log.error({ bill_id, code: error.reason }, 'the card provider refused a refund: investigate');
      return { reference: error.reason, state: 'FAILED' as const };
    },
  );
  await inTransaction(ctx, async ({ db }) => {
    await lockAccount(db, merchant_id);
    await advanceRefund(db, id, told);
  });
}

/** The provider keeps one refund per key, even a failed one, so a replacement needs another key. */
async function keyOf({ db }: OutsideContext, { id, bill_id, credit_note_id }: Refund): Promise<string> {
  const refunds = await listRefunds(db, bill_id);
  const replaces = refunds.some((other) => other.credit_note_id === credit_note_id && other.state === 'FAILED');
  return String(replaces ? id : (credit_note_id ?? id));
}

type Told = Omit<ProviderRefund, 'payment'>;

/** A refund made at the provider waits for a credit note that explains it. */
export async function recordRefunds(
  ctx: TransactionContext,
  { payment, refunds }: { payment: string | undefined; refunds: Told[] },
): Promise<void> {
  const { db, deps } = ctx;
  const bill = payment === undefined ? undefined : await findBillOfPayment(db, payment);
  if (!bill) return deps.log.error({ payment }, 'a refund matches no bill: investigate');
  await lockAccount(db, bill.merchant_id);
  const known = await listRefunds(db, bill.id);
  for (const { reference, amount, state, key } of refunds) {
    const sent =
      known.find((row) => row.reference === reference) ??
      known.find((row) => row.reference === null && (key ? hasKey(row, key) : toCents(row.amount) === amount));
    if (sent) {
      const isNews = await advanceRefund(db, sent.id, { reference, state });
      if (isNews && state === 'FAILED') logFailure(ctx, { bill_id: bill.id, reference });
      sent.reference = reference;
    } else if (state !== 'FAILED') await recordOthers(ctx, bill, { reference, amount, state });
  }
}

const logFailure = ({ deps }: Context, { bill_id, reference }: { bill_id: number; reference: string }) =>
  deps.log.error({ bill_id, refund: reference }, 'a refund failed: send it again with operator refund');

const hasKey = ({ id, credit_note_id }: Refund, key: string): boolean =>
  [String(credit_note_id), String(id)].includes(key);

async function recordOthers(ctx: TransactionContext, bill: Bill, { reference, amount, state }: Told): Promise<void> {
  const { db, deps } = ctx;
  const { id: bill_id, merchant_id } = bill;
  const paid = await findPaymentOf(db, bill_id);
  if (!paid) return deps.log.error({ bill_id }, 'an unpaid bill was refunded: investigate');
  await insertRefund(db, {
    id: randomId(),
    ...{ merchant_id, bill_id, payment_method_id: paid.payment_method_id, reference, state },
    amount: amount * CENT,
    created: timestamp(deps.clock.now()),
  });
  deps.log.error(
    { bill_id, refund: reference },
    'a refund was made at the provider: add its credit note with operator refund',
  );
}

/** The bill stays paid: the dispute's state says whether we kept the money. */
export async function recordDispute(ctx: TransactionContext, told: ProviderDispute): Promise<void> {
  const { db, deps } = ctx;
  const { id, payment, reason, state } = told;
  const bill = payment === undefined ? undefined : await findBillOfPayment(db, payment);
  if (!bill) return deps.log.error({ dispute: id }, 'a dispute matches no bill: investigate');
  const { id: bill_id, merchant_id } = bill;
  const now = timestamp(deps.clock.now());
  const closed = state === 'OPEN' ? null : now;
  const dispute = { id, merchant_id, bill_id, amount: told.amount * CENT, reason, state, created: now, closed };
  await lockAccount(db, merchant_id);
  if (!(await putDispute(db, dispute))) return;
  await audit(actingAs(ctx, { merchant_id }), 'bill.dispute', bill_id);
  deps.log.warn({ bill_id, dispute: id, state }, 'the payment for a bill is disputed: answer at the card provider');
}
