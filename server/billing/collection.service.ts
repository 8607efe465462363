/** Collecting bills: one charge per bill, whatever is lost on the way, and what follows from a declined one. */
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/audit.service.ts';
import { addDays, addSeconds, timestamp } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { randomId } from '../database/random-id.ts';
import type { Deps } from '../deps.ts';
import type { ChargeResult } from '../payments/gateway.ts';
import {
  deactivateMethod,
  findMethodByReference,
  findPrimary,
  type PaymentMethod,
} from '../payments/payment-method.repository.ts';
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
import { mailAccount } from './billing.mail.ts';
import { type Account, updateAccount, updateState } from './billing.repository.ts';
import { getAccount } from './billing.service.ts';
import { formatMoney, toCents } from './money.ts';
import { CHARGE_RETRY_DAYS } from './plans.ts';

type Trx = Transaction<Database>;

/** Longer than the calls of one attempt can take together. */
const CLAIM_SECONDS = 180;
const PROCESSING_SECONDS = 3600;

/**
 * Charges a due bill to the account's primary card. The provider keeps one payment per bill, which can succeed once; it is
 * asked for its state before each try, so that a lost answer is found and not paid twice.
 */
export async function collectBill(deps: Deps, id: number): Promise<void> {
  const now = deps.clock.now();
  const bill = await claimBill(deps.db, id, timestamp(now), timestamp(addSeconds(now, CLAIM_SECONDS)));
  if (!bill) return;
  const account = await getAccount(deps.db, bill.merchant_id);
  const method = await findPrimary(deps.db, bill.merchant_id);
  if (method?.type === 'INVOICE') return postponeBill(deps.db, id, null);
  const payment = await paymentOf(deps, bill, account);
  const known = payment === undefined ? undefined : await deps.payments.findPayment(payment);
  if (known?.state === 'SUCCEEDED') return settleFromCard(deps, bill, known.card, known.reference);
  if (known?.state === 'PROCESSING') return postponeBill(deps.db, id, timestamp(addSeconds(now, PROCESSING_SECONDS)));
  if (!payment || !method?.reference || method.state === 'INACTIVE') {
    return decline(deps, bill, method, { state: 'DECLINED', code: 'no_card', card_is_dead: false });
  }
  const attempt = `bill-${id}-${bill.declines}-${method.id}`;
  const result = await deps.payments.charge(payment, { card: method.reference, attempt });
  if (result.state === 'DECLINED') return decline(deps, bill, method, result);
  if (result.state === 'SUCCEEDED') return settleFromCard(deps, bill, method.reference, payment);
  return postponeBill(deps.db, id, timestamp(addSeconds(now, PROCESSING_SECONDS)));
}

/** The bill's payment at the provider, remembered before anything is charged to it. */
async function paymentOf(deps: Deps, bill: BillRow, { customer }: Account): Promise<string | undefined> {
  if (bill.payment !== null) return bill.payment;
  if (customer === null) return undefined;
  const amount = toCents(bill.total);
  await keepPayment(deps.db, bill.id, await deps.payments.preparePayment({ bill_id: bill.id, amount, customer }));
  return (await findBillById(deps.db, bill.id))?.payment ?? undefined;
}

async function settleFromCard(deps: Deps, bill: BillRow, card: string | undefined, payment: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const method = (card && (await findMethodByReference(trx, card))) || (await findPrimary(trx, bill.merchant_id));
    if (method) await settleBill(trx, deps, bill, { method, reference: payment });
    else deps.log.error({ bill_id: bill.id }, 'a bill was paid with a card that is not known');
  });
}

/** Records that a bill was paid, once. An account that was inactive because of it is active again. */
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

/** Counts a decline: tries again by the plan, and after its last day ends billing. */
async function decline(
  deps: Deps,
  bill: BillRow,
  method: PaymentMethod | undefined,
  { code, card_is_dead }: Extract<ChargeResult, { state: 'DECLINED' }>,
): Promise<void> {
  const { id, merchant_id } = bill;
  deps.log.info({ bill_id: id, code, decline: bill.declines + 1 }, 'a charge was declined');
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const next = retryOf(bill, now);
    if (!(await markDeclined(trx, bill, next && timestamp(next)))) return;
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

/** When the plan has the next try: days after the first, in the future even when the service was away. */
function retryOf({ declines, first_attempt }: BillRow, now: Date): Date | null {
  const days = CHARGE_RETRY_DAYS[declines];
  if (days === undefined) return null;
  const planned = addDays(first_attempt === null ? now : new Date(first_attempt), days);
  return planned > now ? planned : addDays(now, 1);
}
