/** Collecting bills: one charge per bill, whatever is lost on the way, and what follows from a declined one. */
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { addDays, addSeconds, timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';
import type { Database } from '../database/database.ts';
import { randomId } from '../database/random-id.ts';
import { type Payment, ProviderRefused } from '../payments/gateway.ts';
import { mailAccount } from './account-mail.ts';
import {
  type BillRow,
  claimBill,
  findBillById,
  hasUnpaidBill,
  insertTransaction,
  keepPayment,
  markDeclined,
  markPaid,
  postponeBill,
} from './bill.repository.ts';
import { type Account, updateAccount, updateState } from './billing.repository.ts';
import { getAccount } from './billing.service.ts';
import { newCustomer } from './customer.service.ts';
import { formatMoney, toCents } from './money.ts';
import {
  deactivateMethod,
  findMethodByReference,
  findPrimary,
  type PaymentMethod,
} from './payment-method.repository.ts';
import { CHARGE_RETRY_DAYS } from './plans.ts';

type Trx = Transaction<Database>;

/** How long a worker may claim a bill: longer than all calls of one attempt can take. */
export const CLAIM_SECONDS = 300;
const PROCESSING_SECONDS = 3600;

/**
 * Charges a due bill to the account's primary card. The provider has one payment for the bill, which can succeed only once. Its
 * state is asked for before each try: if the answer to the last one was lost, it is not charged again. What the provider refuses
 * to do counts as a decline, so that the tries come to an end.
 */
export async function collectBill(deps: Deps, id: number): Promise<void> {
  const now = deps.clock.now();
  const bill = await claimBill(deps.db, id, timestamp(now), timestamp(addSeconds(now, CLAIM_SECONDS)));
  if (!bill) return;
  const method = await findPrimary(deps.db, bill.merchant_id);
  if (method?.type === 'INVOICE') return postponeBill(deps.db, id, null);
  try {
    await chargeBill(deps, bill, method);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    deps.log.error({ bill_id: id, code: error.reason }, 'the card provider refuses to charge a bill: look into it');
    await decline(deps, bill, method, { code: error.reason, card_is_dead: false });
  }
}

async function chargeBill(deps: Deps, bill: BillRow, method: PaymentMethod | undefined): Promise<void> {
  const { id } = bill;
  const postpone = (seconds: number) => postponeBill(deps.db, id, timestamp(addSeconds(deps.clock.now(), seconds)));
  const payment = await paymentOf(deps, bill, await getAccount(deps.db, bill.merchant_id));
  if (payment?.state === 'SUCCEEDED') return settleFromCard(deps, bill, payment.card, payment.reference);
  if (payment?.state === 'PROCESSING') return postpone(PROCESSING_SECONDS);
  if (!payment || !method?.reference || method.state === 'INACTIVE')
    return decline(deps, bill, method, { code: 'no_card', card_is_dead: false });
  const attempt = `${payment.reference}-${bill.declines}-${method.id}`;
  const result = await deps.payments.charge(payment.reference, { card: method.reference, attempt });
  switch (result.state) {
    case 'SUCCEEDED':
      return settleFromCard(deps, bill, method.reference, payment.reference);
    case 'PROCESSING':
      return postpone(PROCESSING_SECONDS);
    case 'OVERTAKEN':
      return postpone(0);
    case 'DECLINED':
      return decline(deps, bill, method, result);
    default:
      return result satisfies never;
  }
}

/**
 * The bill's payment at the provider. It is stored before anything is charged to it. It is replaced only when it can never
 * succeed: when somebody canceled it at the provider, or when it is canceled here because its customer was deleted.
 * @returns undefined when the account has no customer.
 */
async function paymentOf(deps: Deps, bill: BillRow, { merchant_id, customer }: Account): Promise<Payment | undefined> {
  const { payments, db } = deps;
  const { id: bill_id, payment: replaces } = bill;
  if (replaces !== null) {
    const kept = await payments.findPayment(replaces);
    const lost = kept?.state === 'OPEN' && kept.customer !== (customer ?? undefined);
    const payment = lost ? await payments.cancelPayment(replaces) : kept;
    // The payment may have succeeded under another key of ours. Only a person can find out.
    if (!payment) throw new ProviderRefused('resource_missing');
    if (payment.state !== 'CANCELED') return payment;
    deps.log.warn({ bill_id, payment: replaces }, 'the payment of a bill was canceled, and another one is made');
  }
  if (customer === null) return undefined;
  const made = await payments.preparePayment({ bill_id, amount: toCents(bill.total), customer, replaces });
  if (made === undefined) {
    await newCustomer(deps, merchant_id, customer);
    return undefined;
  }
  await keepPayment(db, bill_id, { payment: made, replaces });
  const kept = (await findBillById(db, bill_id))?.payment;
  return kept ? payments.findPayment(kept) : undefined;
}

async function settleFromCard(deps: Deps, bill: BillRow, card: string | undefined, payment: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const method = (card && (await findMethodByReference(trx, card))) || (await findPrimary(trx, bill.merchant_id));
    if (method) await settleBill(trx, deps, bill, { method, reference: payment });
    else deps.log.error({ bill_id: bill.id }, 'a bill was paid with a card that is not known');
  });
}

/** Records once that a bill was paid. An account that was inactive because of it becomes active. */
export async function settleBill(
  trx: Trx,
  deps: Deps,
  bill: BillRow,
  {
    method,
    reference,
    actor = 'SYSTEM',
  }: { method: Pick<PaymentMethod, 'id'>; reference: string | null; actor?: 'SYSTEM' | 'OPERATOR' },
): Promise<boolean> {
  const { id, merchant_id } = bill;
  if (!(await markPaid(trx, id))) return false;
  await insertTransaction(trx, {
    id: randomId(),
    merchant_id,
    bill_id: id,
    type: 'CHARGE',
    amount: bill.total,
    payment_method_id: method.id,
    reference,
    created: timestamp(deps.clock.now()),
  });
  await recordAudit(trx, deps, { merchant_id, action: 'bill.pay', target: id, actor });
  const { inactive_reason } = await getAccount(trx, merchant_id);
  const settled =
    inactive_reason === 'UNPAID' && !(await hasUnpaidBill(trx, merchant_id, CHARGE_RETRY_DAYS.length + 1));
  if (settled && (await updateState(trx, merchant_id, ['INACTIVE'], 'ACTIVE'))) {
    await updateAccount(trx, merchant_id, { inactive_reason: null });
    await recordAudit(trx, deps, { merchant_id, action: 'billing.activate' });
  }
  return true;
}

/** Counts a decline. Plans the next try, or after the last one makes billing inactive. */
async function decline(
  deps: Deps,
  bill: BillRow,
  method: PaymentMethod | undefined,
  { code, card_is_dead }: { code: string; card_is_dead: boolean },
): Promise<void> {
  const { id, merchant_id } = bill;
  deps.log.info({ bill_id: id, code, decline: bill.declines + 1 }, 'a charge was declined');
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const next = retryOf(bill, now);
    const counted = { next_attempt: next && timestamp(next), failure_code: code };
    if (!(await markDeclined(trx, bill, counted))) return;
    if (card_is_dead && method?.reference) await deactivateMethod(trx, method.reference);
    await recordAudit(trx, deps, { merchant_id, action: 'bill.decline', target: id });
    const mail = { amount: formatMoney(bill.total), link: `${deps.config.public_url}/billing` };
    if (next) {
      await mailAccount(trx, deps, merchant_id, 'payment_failed', { ...mail, next: timestamp(next).slice(0, 10) });
      return;
    }
    if (await updateState(trx, merchant_id, ['ACTIVE'], 'INACTIVE')) {
      await updateAccount(trx, merchant_id, { inactive_reason: 'UNPAID' });
      await recordAudit(trx, deps, { merchant_id, action: 'billing.deactivate' });
      await mailAccount(trx, deps, merchant_id, 'billing_inactive', mail);
    }
  });
}

/** The day of the next try is counted from the first one. If it has passed because the service was down, it is tomorrow. */
function retryOf({ declines, first_attempt }: BillRow, now: Date): Date | null {
  const days = CHARGE_RETRY_DAYS[declines];
  if (days === undefined) return null;
  const planned = addDays(first_attempt === null ? now : new Date(first_attempt), days);
  return planned > now ? planned : addDays(now, 1);
}
