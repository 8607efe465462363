/** Charges bills, each only once even if responses are lost, and handles declines. */
import { product_name } from '../../../openapi/facts/product.ts';
import { audit } from '../../audit/audit.service.ts';
import { addSeconds, timestamp } from '../../core/clock.ts';
import {
  type Acting,
  actingAs,
  type Caller,
  type Context,
  type OutsideContext,
  type TransactionContext,
} from '../../core/context.ts';
import { known } from '../../core/known.ts';
import type { QueueLength } from '../../core/queue-length.ts';
import { randomId } from '../../database/random-id.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type ChargeResult, type Payment, ProviderRefused } from '../../payments/gateway.ts';
import { getAccount } from '../account/billing.service.ts';
import { closePastCycles } from '../bill/bill.service.ts';
import { amountDue } from '../bill/bill-amounts.ts';
import { billFacts, mailAccount, mailReceipt, withBill } from '../bill/billing-mail.ts';
import { changeState } from '../bill/billing-state.service.ts';
import {
  type Bill,
  claimBill,
  countDueBills,
  findBillById,
  findOldestDueBill,
  insertTransaction,
  keepPayment,
  listOwed,
  markDeclined,
  markPaid,
  postponeBill,
} from '../ledger/bill.repository.ts';
import { lockAccount, updateAccount } from '../ledger/billing.repository.ts';
import { findPaymentOf } from '../ledger/money-back.repository.ts';
import { listAttempts, type PaymentAttempt, setAttemptCode } from '../ledger/payment-attempt.repository.ts';
import {
  deactivateMethod,
  findMethodByReference,
  findPrimary,
  type PaymentMethod,
} from '../ledger/payment-method.repository.ts';
import { dayOf } from '../terms/cycle.ts';
import { toCents } from '../terms/money.ts';
import { beginAttempt, type Refused } from './attempt.service.ts';
import {
  AUTHENTICATION_REQUIRED,
  isPlanned,
  lastDayOf,
  nextDayOf,
  PENDING,
  plannedAfterDecline,
} from './attempt-limits.ts';
import { newCustomer } from './stripe.service.ts';

/** How long a worker may claim a bill: longer than all calls of one attempt can take. */
export const CLAIM_SECONDS = 300;
const PROCESSING_SECONDS = 3600;
const CURRENCY = 'usd';

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
  if (method?.type === 'INVOICE') return awaitTransfer(ctx, bill);
  const payment = await paymentOrMiss(ctx, bill);
  if (payment === 'missed') return;
  const pending = payment?.state === 'OPEN' ? await pendingAttempt(ctx, bill) : undefined;
  if (payment?.state === 'SUCCEEDED') return settleFromCard(ctx, { bill, payment });
  if (payment?.state === 'PROCESSING') return postpone(ctx, bill, PROCESSING_SECONDS);
  if (!payment || !method?.reference || method.state === 'INACTIVE') return miss(ctx, { bill, code: 'no_card' });
  if (pending) return decline(ctx, { bill, method, attempt: pending, code: payment.failure ?? 'declined' });
  // After the last day of its plan, a bill becomes due only because a person asked for an attempt or changed a card.
  const kind = new Date(bill.next_attempt!) > lastDayOf(bill.first_attempt, now) ? 'MANUAL' : 'PLANNED';
  // The cardholder started this payment and did not confirm it, so nothing more is tried.
  if (kind === 'MANUAL' && payment.client_secret) return postponeBill(db, id, null);
  const begun = await beginAttempt(ctx, { bill, method, kind });
  if (!begun.attempt) return waitOrMiss(ctx, { bill, begun });
  const charge = { bill, method, attempt: begun.attempt, payment };
  const result = await chargeOnce(ctx, charge);
  if (result.state === 'OVERTAKEN') return postpone(ctx, bill, 0);
  if (result.state === 'PROCESSING') return postpone(ctx, bill, PROCESSING_SECONDS);
  if (result.state === 'DECLINED') return decline(ctx, { ...charge, ...result });
}

/** A bill to be paid by transfer is not charged. A card may have paid it, though, if the response was lost. */
async function awaitTransfer(ctx: OutsideContext, bill: Bill): Promise<void> {
  const { db, deps } = ctx;
  const payment = bill.payment === null ? undefined : await deps.payments.findPayment(bill.payment);
  if (payment?.state === 'SUCCEEDED') return settleFromCard(ctx, { bill, payment });
  if (payment?.state === 'PROCESSING') return postpone(ctx, bill, PROCESSING_SECONDS);
  const pending = payment && (await pendingAttempt(ctx, bill));
  if (pending) await setAttemptCode(db, pending.id, payment.failure ?? 'declined');
  await postponeBill(db, bill.id, null);
}

/**
 * Charges declined bills that are due now, oldest first, so that a user who changed a card sees the result. The worker continues
 * from the first bill that is not paid.
 */
export async function collectOwed(ctx: OutsideContext & Caller): Promise<void> {
  const { db, deps, principal } = ctx;
  const now = deps.clock.now();
  try {
    for (const { id, next_attempt } of await listOwed(db, principal.merchant_id, dayOf(now))) {
      if (next_attempt === null || next_attempt > timestamp(now)) return;
      await collectBill(ctx, id);
      if ((await findBillById(db, id))?.state !== 'PAID') return;
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'could not charge an open bill at once');
  }
}

/** A payment that the provider refuses to create counts as missed, so that the retries end. */
async function paymentOrMiss(ctx: OutsideContext, bill: Bill): Promise<Payment | 'missed' | undefined> {
  try {
    return await paymentOf(ctx, bill);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    logRefusal(ctx, bill, error);
    await miss(ctx, { bill, code: error.reason });
    return 'missed';
  }
}

const logRefusal = ({ deps }: Context, { id }: Bill, { reason }: ProviderRefused) =>
  deps.log.error({ bill_id: id, code: reason }, 'the card provider refused to charge a bill: investigate');

async function pendingAttempt({ db }: Context, { id }: Bill): Promise<PaymentAttempt | undefined> {
  return (await listAttempts(db, id)).find(({ code }) => code === PENDING.processing);
}

export interface Attempted {
  bill: Bill;
  method: PaymentMethod;
  attempt: PaymentAttempt;
  payment: Payment;
}

export async function chargeOnce(
  ctx: OutsideContext,
  { bill, method, attempt, payment, on_session }: Attempted & { on_session?: boolean },
): Promise<ChargeResult> {
  const { db, deps } = ctx;
  const { reference } = payment;
  const key = `${reference}-${attempt.id}`;
  const card = method.reference!;
  const result = await deps.payments
    .charge(reference, { card, attempt: key, ...(on_session && { on_session }) })
    .catch((error: unknown): ChargeResult => {
      if (!(error instanceof ProviderRefused)) throw error;
      logRefusal(ctx, bill, error);
      return { state: 'DECLINED', code: error.reason, card_is_dead: false };
    });
  if (result.state === 'PROCESSING') await setAttemptCode(db, attempt.id, PENDING.processing);
  if (result.state === 'AUTHENTICATION') await setAttemptCode(db, attempt.id, PENDING.authentication);
  if (result.state === 'SUCCEEDED') await settleFromCard(ctx, { bill, payment: { ...payment, card } });
  return result;
}

/** The card may not be charged now: the bill waits, or counts as missed if nothing is left to try. */
async function waitOrMiss(ctx: OutsideContext, { bill, begun }: { bill: Bill; begun: Refused }): Promise<void> {
  const now = ctx.deps.clock.now();
  if ('refused' in begun) {
    const code = begun.refused === 'holder_needed' ? AUTHENTICATION_REQUIRED : (bill.failure_code ?? 'declined');
    return miss(ctx, { bill, code });
  }
  const last = lastDayOf(bill.first_attempt, now);
  if (last > now) return postponeBill(ctx.db, bill.id, timestamp(begun.wait < last ? begun.wait : last));
  // After the last day of the plan, only a person starts attempts. If the card's pause ends soon, the attempt is made then.
  const soon = begun.wait.getTime() - now.getTime() <= PROCESSING_SECONDS * 1000;
  if (soon) return postponeBill(ctx.db, bill.id, timestamp(begun.wait));
  return miss(ctx, { bill, code: bill.failure_code ?? 'declined' });
}

const postpone = ({ db, deps }: Context, { id }: Bill, seconds: number) =>
  postponeBill(db, id, timestamp(addSeconds(deps.clock.now(), seconds)));

/**
 * The bill's payment at the provider. It is stored before anything is charged to it. It is replaced only when it can never succeed:
 * when it was canceled at the provider, or when it is canceled here because its customer was deleted or another amount is due.
 * @returns undefined when there is nothing to charge: the account has no customer, or its customer was deleted at the provider and
 * has just been replaced.
 */
export async function paymentOf(ctx: OutsideContext, bill: Bill): Promise<Payment | undefined> {
  const { db, deps } = ctx;
  const { payments } = deps;
  const { id: bill_id, merchant_id, payment: replaces } = bill;
  const { customer } = await getAccount(ctx, merchant_id);
  if (replaces !== null) {
    const kept = await payments.findPayment(replaces);
    const lost = kept?.state === 'OPEN' && (kept.customer !== (customer ?? undefined) || !isFor(bill, kept));
    const payment = lost ? await payments.cancelPayment(replaces) : kept;
    // The payment may have succeeded under another of our API keys. Only a person can find out.
    if (!payment) throw new ProviderRefused('resource_missing');
    if (payment.state !== 'CANCELED') return payment;
    deps.log.warn({ bill_id, payment: replaces }, 'the payment for a bill was canceled: creating another one');
  }
  if (customer === null) return undefined;
  const amount = toCents(amountDue(bill));
  const description = bill.number === null ? `${product_name} bill ${bill_id}` : `${product_name} ${bill.number}`;
  const made = await payments.preparePayment({ bill_id, amount, customer, replaces, description });
  if (made === undefined) {
    await newCustomer(ctx, { merchant_id, replaces: customer });
    return undefined;
  }
  await keepPayment(db, bill_id, { payment: made, replaces });
  const kept = (await findBillById(db, bill_id))?.payment;
  return kept ? payments.findPayment(kept) : undefined;
}

export const isFor = (bill: Bill, { amount, currency }: Payment): boolean =>
  toCents(amountDue(bill)) === amount && currency === CURRENCY;

export async function settleFromCard(
  ctx: OutsideContext,
  { bill: { id: bill_id }, payment }: { bill: Bill; payment: Payment },
): Promise<void> {
  await inTransaction(ctx, (ctx) => settlePayment(ctx, { bill_id, payment }));
}

/** A payment that does not fit the bill is logged and changes nothing. */
export async function settlePayment(
  ctx: TransactionContext,
  { bill_id, payment }: { bill_id: number; payment: Payment },
): Promise<void> {
  const { db, deps } = ctx;
  const { reference, card } = payment;
  const bill = await findBillById(db, bill_id);
  if (!bill || !isFor(bill, payment) || (bill.payment !== null && bill.payment !== reference)) {
    deps.log.error({ bill_id, payment: reference }, 'a payment matches no bill: investigate');
    return;
  }
  const { merchant_id } = bill;
  const method = (card && (await findMethodByReference(db, card))) || (await findPrimary(db, merchant_id));
  if (!method) return deps.log.error({ bill_id }, 'a bill was paid with an unknown card');
  if (await settleBill(actingAs(ctx, { merchant_id }), { bill, method, reference })) return;
  const recorded = await findPaymentOf(db, bill_id);
  if (recorded?.reference !== reference)
    deps.log.error({ bill_id, payment: reference }, 'a bill was paid twice: refund this payment');
}

/** If no other bill keeps the account inactive, it becomes active. */
export async function settleBill(
  ctx: TransactionContext & Acting,
  { bill, method, reference }: { bill: Bill; method: Pick<PaymentMethod, 'id'>; reference: string | null },
): Promise<boolean> {
  const { db, deps } = ctx;
  const { id, merchant_id } = bill;
  const now = deps.clock.now();
  await lockAccount(db, merchant_id);
  if (!(await markPaid(db, id, timestamp(now)))) return false;
  await insertTransaction(db, {
    id: randomId(),
    merchant_id,
    bill_id: id,
    type: 'CHARGE',
    amount: amountDue(bill),
    payment_method_id: method.id,
    reference,
    created: timestamp(now),
  });
  await audit(ctx, 'bill.pay', id);
  await mailReceipt(ctx, { bill, method_id: method.id });
  const { first_paid } = await getAccount(ctx, merchant_id);
  if (first_paid === null) await updateAccount(db, merchant_id, { first_paid: timestamp(now) });
  await activateIfPaid(ctx, merchant_id);
  return true;
}

export async function activateIfPaid(ctx: TransactionContext, merchant_id: number): Promise<void> {
  const { db, deps } = ctx;
  const now = deps.clock.now();
  // Past cycles are closed first, because billing may have been cancelled as of the end of one of them.
  await closePastCycles(ctx, merchant_id);
  const { inactive_reason } = await getAccount(ctx, merchant_id);
  const settled = inactive_reason === 'UNPAID' && (await listOwed(db, merchant_id, dayOf(now))).length === 0;
  if (settled && (await changeState(ctx, merchant_id, ['INACTIVE'], 'ACTIVE'))) {
    await updateAccount(db, merchant_id, { inactive_reason: null });
    await audit(actingAs(ctx, { merchant_id }), 'billing.activate');
  }
}

export interface Decline {
  bill: Bill;
  method: PaymentMethod;
  attempt: PaymentAttempt;
  code: string;
  card_is_dead?: boolean;
}

async function decline(ctx: OutsideContext, declined: Decline): Promise<void> {
  const { bill, attempt, code, card_is_dead } = declined;
  await inTransaction(actingAs(ctx, { merchant_id: bill.merchant_id }), async (ctx) => {
    const now = ctx.deps.clock.now();
    const tries = await listAttempts(ctx.db, bill.id, attempt.card);
    const never = card_is_dead || code === AUTHENTICATION_REQUIRED;
    const planned = never ? null : plannedAfterDecline(tries, lastDayOf(bill.first_attempt, now), now);
    const next = planned ?? nextDayOf(bill.first_attempt, now);
    if (!(await recordDecline(ctx, declined, next))) return;
    await tellOrGiveUp(ctx, { bill, method: declined.method, code: card_is_dead ? CARD_IS_DEAD : code, next });
  });
}

/**
 * @returns false when the bill is no longer open, or the decline is already counted.
 */
export async function recordDecline(
  ctx: TransactionContext & Acting,
  { bill, method, attempt, code, card_is_dead }: Decline,
  next: Date | null,
): Promise<boolean> {
  const { db, deps } = ctx;
  deps.log.info({ bill_id: bill.id, code, decline: bill.declines + 1 }, 'a charge was declined');
  await setAttemptCode(db, attempt.id, code);
  if (!(await markDeclined(db, bill, { next_attempt: next && timestamp(next), failure_code: code }))) return false;
  if (card_is_dead && method.reference) await deactivateMethod(db, method.reference);
  await audit(ctx, 'bill.decline', bill.id);
  return true;
}

/** Called when the bill cannot be charged. The account is notified on the days of the bill's plan, and when the reason changes. */
async function miss(ctx: OutsideContext, { bill, code }: { bill: Bill; code: string }): Promise<void> {
  const { id: bill_id, merchant_id } = bill;
  const next = nextDayOf(bill.first_attempt, ctx.deps.clock.now());
  const next_attempt = next && timestamp(next);
  if (bill.failure_code === code && !isPlanned(bill)) return postponeBill(ctx.db, bill_id, next_attempt);
  ctx.deps.log.info({ bill_id, code }, 'a bill could not be charged');
  await inTransaction(actingAs(ctx, { merchant_id }), async (ctx) => {
    if (!(await markDeclined(ctx.db, bill, { next_attempt, failure_code: code }))) return;
    await audit(ctx, 'bill.decline', bill_id);
    await tellOrGiveUp(ctx, { bill, code, next });
  });
}

/** Our own code, for emails: the card can no longer be charged. */
const CARD_IS_DEAD = 'card_is_dead';

/** Without a next attempt, billing becomes inactive. */
async function tellOrGiveUp(
  ctx: TransactionContext & Acting,
  { bill, method, code, next }: { bill: Bill; method?: PaymentMethod; code: string; next: Date | null },
): Promise<void> {
  const { db, deps } = ctx;
  const { merchant_id, id, first_attempt } = bill;
  const facts = billFacts(bill);
  if (next && code === AUTHENTICATION_REQUIRED) {
    const values = { ...facts, until: dayOf(lastDayOf(first_attempt, deps.clock.now())) };
    return mailAccount(ctx, { merchant_id, template: 'payment_authentication', page: `/bill/${id}`, values });
  }
  const cause = { ...facts, reason: code, ...known({ card: method?.alias ?? null }) };
  if (next) {
    const values = { ...cause, next: dayOf(next) };
    return mailAccount(ctx, { merchant_id, template: 'payment_failed', values });
  }
  if (await changeState(ctx, merchant_id, ['ACTIVE'], 'INACTIVE')) {
    await updateAccount(db, merchant_id, { inactive_reason: 'UNPAID' });
    await audit(ctx, 'billing.deactivate');
    await mailAccount(ctx, { ...withBill(bill), template: 'billing_inactive', values: cause });
  }
}

export async function measureBills({ db, deps }: Context): Promise<QueueLength> {
  const now = deps.clock.now();
  const oldest = await findOldestDueBill(db, timestamp(now));
  return {
    depth: oldest ? await countDueBills(db, timestamp(now)) : 0,
    oldest_due_seconds: oldest ? Math.max(0, (now.getTime() - Date.parse(oldest)) / 1000) : 0,
  };
}
