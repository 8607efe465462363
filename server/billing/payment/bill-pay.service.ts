/** Pays what is owed while a person waits: "Pay now", and enabling billing again. */
import { addSeconds, timestamp } from '../../core/clock.ts';
import type { Caller, OutsideContext } from '../../core/context.ts';
import { Forbidden, TooManyRequests } from '../../core/errors.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { BillPayment } from '../../generated/operations.gen.ts';
import { type ChargeResult, ProviderRefused } from '../../payments/gateway.ts';
import { assertMayEnable, getAccount } from '../account/billing.service.ts';
import { getBill } from '../bill/bill.service.ts';
import { toBill } from '../bill/bill-amounts.ts';
import { type Bill, claimBillByHand, listOwed, postponeBill } from '../ledger/bill.repository.ts';
import { setAttemptCode } from '../ledger/payment-attempt.repository.ts';
import { listMethods, type PaymentMethod } from '../ledger/payment-method.repository.ts';
import { dayOf } from '../terms/cycle.ts';
import { beginAttempt, type Refused } from './attempt.service.ts';
import {
  type Attempted,
  CLAIM_SECONDS,
  chargeOnce,
  paymentOf,
  recordDecline,
  settleFromCard,
} from './collection.service.ts';

/** How long until a worker checks whether the holder has confirmed a payment. */
const CONFIRMATION_SECONDS = 3600;
/** The `Retry-After` of calls while the bill is being charged. */
const BUSY_SECONDS = 10;

/** The result has a `next_action` if the bank wants the holder to confirm the payment in the browser. */
export async function payBill(ctx: OutsideContext & Caller, { id }: { id: number }): Promise<BillPayment> {
  const client_secret = await chargeByHand(ctx, { id, on_session: true });
  const bill = toBill(await getBill(ctx, { id }), ctx.deps.config.seller);
  if (client_secret === undefined) return { bill };
  return { bill, next_action: { publishable_key: ctx.deps.payments.publishable_key, client_secret } };
}

/**
 * Pays the bills that keep billing inactive, oldest first. Billing becomes active with the last of them.
 * @throws Forbidden or TooManyRequests at the first bill that cannot be paid.
 */
export async function payOwed(ctx: OutsideContext & Caller): Promise<void> {
  const { db, deps, principal } = ctx;
  await assertMayEnable(ctx);
  const { billing_state } = await getAccount(ctx, principal.merchant_id);
  if (billing_state === 'ACTIVE') return;
  const owed = await listOwed(db, principal.merchant_id, dayOf(deps.clock.now()));
  for (const { id } of owed) await chargeByHand(ctx, { id, on_session: false });
}

interface ByHand {
  id: number;
  on_session: boolean;
}

/** @returns the secret for the holder's browser, if the bank wants the holder to confirm the payment. */
async function chargeByHand(ctx: OutsideContext & Caller, { id, on_session }: ByHand): Promise<string | undefined> {
  const { db, deps } = ctx;
  const now = deps.clock.now();
  const { state, next_attempt } = await getBill(ctx, { id });
  if (state === 'UNCOLLECTIBLE')
    throw new Forbidden('This bill is no longer charged to a card. Contact us to pay it', 'payment_declined');
  if (state !== 'OPEN') return undefined;
  const method = await cardToCharge(ctx);
  const bill = await claimBillByHand(db, id, timestamp(now), timestamp(addSeconds(now, CLAIM_SECONDS)));
  if (!bill) throw new TooManyRequests('This bill is being charged at this moment. Try again shortly', BUSY_SECONDS);
  try {
    return await chargeClaimed(ctx, { bill, method, on_session, next_attempt });
  } catch (error) {
    // Any other error leaves the outcome of the charge unknown. A worker checks it when the claim has expired.
    if (error instanceof Forbidden || error instanceof TooManyRequests || error instanceof ProviderRefused)
      await postponeBill(db, id, next_attempt);
    throw error;
  }
}

async function cardToCharge({ db, principal }: OutsideContext & Caller): Promise<PaymentMethod> {
  const methods = await listMethods(db, principal.merchant_id);
  const usable = methods.filter(({ state }) => state === 'ACTIVE');
  const card = usable.find(({ type }) => type === 'CARD');
  if (!card && usable.length > 0)
    throw new Forbidden('An invoice is unpaid. Pay it as agreed, or add a card to pay it now', 'payment_declined');
  if (!card) throw new Forbidden('Add a card that can be charged before paying the bill', 'payment_method_missing');
  return card;
}

interface Claimed {
  bill: Bill;
  method: PaymentMethod;
  on_session: boolean;
  /** When the worker's next planned attempt is due. A declined payment by hand does not change it. */
  next_attempt: string | null;
}

async function chargeClaimed(ctx: OutsideContext & Caller, claimed: Claimed): Promise<string | undefined> {
  const { db } = ctx;
  const { bill, method, on_session, next_attempt } = claimed;
  const payment = await paymentOf(ctx, bill);
  if (payment?.state === 'SUCCEEDED') return void (await settleFromCard(ctx, { bill, payment }));
  if (!payment) throw declined('no_card');
  // The holder left the bank's page, or is still on it. Another attempt would restart the confirmation.
  const waiting = payment.card === method.reference ? payment.client_secret : undefined;
  if (payment.state === 'PROCESSING' || (waiting && on_session)) {
    await postponeBill(db, bill.id, next_attempt);
    return waiting;
  }
  const begun = await beginAttempt(ctx, { bill, method, kind: 'MANUAL', on_session });
  if (!begun.attempt) throw refusalOf(ctx, begun);
  const attempted = { bill, method, payment, attempt: begun.attempt };
  return settleByHand(ctx, claimed, attempted, await chargeOnce(ctx, { ...attempted, on_session }));
}

async function settleByHand(
  ctx: OutsideContext & Caller,
  { next_attempt }: Claimed,
  { bill, method, attempt }: Attempted,
  result: ChargeResult,
): Promise<string | undefined> {
  const { db } = ctx;
  switch (result.state) {
    case 'SUCCEEDED':
      return undefined;
    case 'OVERTAKEN':
      await setAttemptCode(db, attempt.id, 'overtaken');
      // The worker checks immediately how the payment ended.
      return void (await postponeBill(db, bill.id, timestamp(ctx.deps.clock.now())));
    case 'PROCESSING':
      return void (await postponeBill(db, bill.id, timestamp(addSeconds(ctx.deps.clock.now(), CLAIM_SECONDS))));
    case 'AUTHENTICATION':
      // The worker checks later, because the event that reports the payment's success may be lost.
      await postponeBill(db, bill.id, timestamp(addSeconds(ctx.deps.clock.now(), CONFIRMATION_SECONDS)));
      return result.client_secret;
    case 'DECLINED':
      await inTransaction(ctx, (ctx) =>
        recordDecline(ctx, { bill, method, attempt, ...result }, next_attempt === null ? null : new Date(next_attempt)),
      );
      throw declined(result.code);
    default:
      return result satisfies never;
  }
}

function refusalOf({ deps }: OutsideContext, begun: Refused) {
  if (!begun.wait) return declined('authentication_required');
  const seconds = Math.ceil((begun.wait.getTime() - deps.clock.now().getTime()) / 1000);
  const text = `This card was declined before. Use another card, or try again after ${timestamp(begun.wait)}`;
  return new TooManyRequests(text, seconds, 'payment_limit');
}

function declined(code: string): Forbidden {
  const text =
    code === 'authentication_required'
      ? 'Your bank asks you to confirm this payment. Open the bill and pay it there'
      : `The card was declined (${code}). Use another card, or ask your bank`;
  return new Forbidden(text, 'payment_declined');
}
