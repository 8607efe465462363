/** Collects bills: one charge per bill, whatever responses are lost, and the consequences of a decline. */
import { audit } from '../../audit/audit.service.ts';
import { addDays, addSeconds, timestamp } from '../../core/clock.ts';
import {
  type Acting,
  actingAs,
  type Context,
  type OutsideContext,
  type TransactionContext,
} from '../../core/context.ts';
import { known } from '../../core/known.ts';
import { randomId } from '../../database/random-id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type Payment, ProviderRefused } from '../../payments/gateway.ts';
import { getAccount } from '../account/billing.service.ts';
import { amountDue } from '../bill/bill-amounts.ts';
import { billFacts, mailAccount, mailReceipt } from '../bill/billing-mail.ts';
import { changeState } from '../bill/billing-state.service.ts';
import {
  type Bill,
  claimBill,
  findBillById,
  hasUnpaidBill,
  insertTransaction,
  keepPayment,
  markDeclined,
  markPaid,
  postponeBill,
} from '../ledger/bill.repository.ts';
import { updateAccount } from '../ledger/billing.repository.ts';
import {
  deactivateMethod,
  findMethodByReference,
  findPrimary,
  type PaymentMethod,
} from '../ledger/payment-method.repository.ts';
import { dayOf } from '../terms/cycle.ts';
import { toCents } from '../terms/money.ts';
import { CHARGE_RETRY_DAYS } from '../terms/plans.ts';
import { newCustomer } from './stripe.service.ts';

/** How long a worker may claim a bill: longer than all calls of one attempt can take. */
export const CLAIM_SECONDS = 300;
const PROCESSING_SECONDS = 3600;

/**
 * Charges a due bill to the account's primary card. The provider has one payment for the bill, which can succeed only once. Its
 * state is checked before each attempt, so a lost response does not lead to a second charge. A request that the provider refuses
 * counts as a decline, so that the retries end.
 */
export async function collectBill(ctx: OutsideContext, id: number): Promise<void> {
  const { db, deps } = ctx;
  const now = deps.clock.now();
  const bill = await claimBill(db, id, timestamp(now), timestamp(addSeconds(now, CLAIM_SECONDS)));
  if (!bill) return;
  const method = await findPrimary(db, bill.merchant_id);
  if (method?.type === 'INVOICE') return postponeBill(db, id, null);
  try {
    await chargeBill(ctx, { bill, method });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    deps.log.error({ bill_id: id, code: error.reason }, 'the card provider refused to charge a bill: investigate');
    await decline(ctx, { bill, method, code: error.reason, card_is_dead: false });
  }
}

interface Charge {
  bill: Bill;
  method: PaymentMethod | undefined;
}

async function chargeBill(ctx: OutsideContext, { bill, method }: Charge): Promise<void> {
  const { deps } = ctx;
  const payment = await paymentOf(ctx, bill);
  if (payment?.state === 'SUCCEEDED') return settleFromCard(ctx, { bill, ...payment });
  if (payment?.state === 'PROCESSING') return postpone(ctx, bill, PROCESSING_SECONDS);
  if (!payment || !method?.reference || method.state === 'INACTIVE')
    return decline(ctx, { bill, method, code: 'no_card', card_is_dead: false });
  const attempt = `${payment.reference}-${bill.declines}-${method.id}`;
  const result = await deps.payments.charge(payment.reference, { card: method.reference, attempt });
  switch (result.state) {
    case 'SUCCEEDED':
      return settleFromCard(ctx, { bill, card: method.reference, reference: payment.reference });
    case 'PROCESSING':
      return postpone(ctx, bill, PROCESSING_SECONDS);
    case 'OVERTAKEN':
      return postpone(ctx, bill, 0);
    case 'DECLINED':
      return decline(ctx, { bill, method, ...result });
    default:
      return result satisfies never;
  }
}

const postpone = ({ db, deps }: Context, { id }: Bill, seconds: number) =>
  postponeBill(db, id, timestamp(addSeconds(deps.clock.now(), seconds)));

/**
 * The bill's payment at the provider. It is stored before anything is charged to it. It is replaced only when it can never
 * succeed: when it was canceled at the provider, or when it is canceled here because its customer was deleted.
 * @returns undefined when the account has no customer.
 */
async function paymentOf(ctx: OutsideContext, bill: Bill): Promise<Payment | undefined> {
  const { db, deps } = ctx;
  const { payments } = deps;
  const { id: bill_id, merchant_id, payment: replaces } = bill;
  const { customer } = await getAccount(ctx, merchant_id);
  if (replaces !== null) {
    const kept = await payments.findPayment(replaces);
    const lost = kept?.state === 'OPEN' && kept.customer !== (customer ?? undefined);
    const payment = lost ? await payments.cancelPayment(replaces) : kept;
    // The payment may have succeeded under another of our API keys. Only a person can find out.
    if (!payment) throw new ProviderRefused('resource_missing');
    if (payment.state !== 'CANCELED') return payment;
    deps.log.warn({ bill_id, payment: replaces }, 'the payment for a bill was canceled: creating another one');
  }
  if (customer === null) return undefined;
  const made = await payments.preparePayment({ bill_id, amount: toCents(amountDue(bill)), customer, replaces });
  if (made === undefined) {
    await newCustomer(ctx, { merchant_id, replaces: customer });
    return undefined;
  }
  await keepPayment(db, bill_id, { payment: made, replaces });
  const kept = (await findBillById(db, bill_id))?.payment;
  return kept ? payments.findPayment(kept) : undefined;
}

async function settleFromCard(
  ctx: OutsideContext,
  { bill, card, reference }: { bill: Bill; card: string | undefined; reference: string },
): Promise<void> {
  const { merchant_id } = bill;
  await inTransaction(actingAs(ctx, { merchant_id }), async (ctx) => {
    const { db, deps } = ctx;
    const method = (card && (await findMethodByReference(db, card))) || (await findPrimary(db, merchant_id));
    if (method) await settleBill(ctx, { bill, method, reference });
    else deps.log.error({ bill_id: bill.id }, 'a bill was paid with an unknown card');
  });
}

/** Records once that a bill was paid. An account that was inactive because of the bill becomes active. */
export async function settleBill(
  ctx: TransactionContext & Acting,
  { bill, method, reference }: { bill: Bill; method: Pick<PaymentMethod, 'id'>; reference: string | null },
): Promise<boolean> {
  const { db, deps } = ctx;
  const { id, merchant_id } = bill;
  if (!(await markPaid(db, id))) return false;
  await insertTransaction(db, {
    id: randomId(),
    merchant_id,
    bill_id: id,
    type: 'CHARGE',
    amount: amountDue(bill),
    payment_method_id: method.id,
    reference,
    created: timestamp(deps.clock.now()),
  });
  await audit(ctx, 'bill.pay', id);
  await mailReceipt(ctx, { bill, method_id: method.id });
  const { inactive_reason } = await getAccount(ctx, merchant_id);
  const settled = inactive_reason === 'UNPAID' && !(await hasUnpaidBill(db, merchant_id, CHARGE_RETRY_DAYS.length + 1));
  if (settled && (await changeState(ctx, merchant_id, ['INACTIVE'], 'ACTIVE'))) {
    await updateAccount(db, merchant_id, { inactive_reason: null });
    await audit(actingAs(ctx, { merchant_id }), 'billing.activate');
  }
  return true;
}

/** Counts a decline. Schedules the next attempt, or makes billing inactive after the last one. */
async function decline(
  ctx: OutsideContext,
  { bill, method, code, card_is_dead }: Charge & { code: string; card_is_dead: boolean },
): Promise<void> {
  const { id, merchant_id } = bill;
  ctx.deps.log.info({ bill_id: id, code, decline: bill.declines + 1 }, 'a charge was declined');
  await inTransaction(actingAs(ctx, { merchant_id }), async (ctx) => {
    const { db, deps } = ctx;
    const now = deps.clock.now();
    const next = retryOf(bill, now);
    const counted = { next_attempt: next && timestamp(next), failure_code: code };
    if (!(await markDeclined(db, bill, counted))) return;
    if (card_is_dead && method?.reference) await deactivateMethod(db, method.reference);
    await audit(ctx, 'bill.decline', id);
    const values = {
      ...billFacts(ctx, bill),
      link: `${deps.config.public_url}/billing`,
      reason: code,
      ...known({ card: method?.alias ?? null }),
    };
    if (next) {
      const day = dayOf(next);
      await mailAccount(ctx, { merchant_id, template: 'payment_failed', values: { ...values, next: day } });
      return;
    }
    if (await changeState(ctx, merchant_id, ['ACTIVE'], 'INACTIVE')) {
      await updateAccount(db, merchant_id, { inactive_reason: 'UNPAID' });
      await audit(ctx, 'billing.deactivate');
      await mailAccount(ctx, { merchant_id, template: 'billing_inactive', values });
    }
  });
}

/** The days are counted from the first attempt. If the next one has passed because the service was down, tomorrow is used. */
function retryOf({ declines, first_attempt }: Bill, now: Date): Date | null {
  const days = CHARGE_RETRY_DAYS[declines];
  if (days === undefined) return null;
  const planned = addDays(first_attempt === null ? now : new Date(first_attempt), days);
  return planned > now ? planned : addDays(now, 1);
}
