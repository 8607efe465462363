import { addSeconds, timestamp } from '../../core/clock.ts';
import type { Context, OutsideContext } from '../../core/context.ts';
import { isCountry } from '../../core/country-codes.ts';
import { CommandRefused, type PlannedChange } from '../../core/planned-change.ts';
import { amountDue } from '../bill/bill-amounts.ts';
import { claimBillByHand, findBillById, postponeBill } from '../ledger/bill.repository.ts';
import { findPrimary, listMethods } from '../ledger/payment-method.repository.ts';
import { CLAIM_SECONDS, settleBill } from '../payment/collection.service.ts';
import { addPaymentMethod, type NewPaymentMethod, usePrimary } from '../payment/payment-method.service.ts';
import { formatMoney } from '../terms/money.ts';
import { accountOf, byOperator, livingAccount, nameOf } from './operator-target.service.ts';

export type InvoiceAddress = Omit<NewPaymentMethod, keyof typeof NO_CARD | 'type'>;

const NO_CARD = { alias: null, name: null, expires: null, card_country: null, fingerprint: null };

export async function addInvoice(
  ctx: Context,
  { merchant_id, address, primary }: { merchant_id: number; address: InvoiceAddress; primary: boolean },
): Promise<PlannedChange> {
  const account = await livingAccount(ctx, merchant_id);
  if (!isCountry(address.address_country))
    throw new CommandRefused(`${address.address_country} is not a country code.`);
  const present = await findPrimary(ctx.db, merchant_id);
  const becomesPrimary = primary || present?.state !== 'ACTIVE';
  return {
    summary: [
      `Account ${nameOf(account)} can pay by invoice to ${address.address_line_1}, ${address.address_postal_code} ${address.address_city}, ${address.address_country}.`,
      becomesPrimary
        ? 'Its bills are no longer charged to a card. Mark them as paid when the money arrives.'
        : 'Its card stays primary and is still charged.',
    ],
    async run(ctx) {
      const operator = byOperator(ctx, merchant_id);
      const method = { type: 'INVOICE' as const, ...NO_CARD, ...address };
      const id = await addPaymentMethod(operator, method);
      if (primary && id !== undefined) await usePrimary(operator, { id });
    },
  };
}

export async function markBillPaid(
  ctx: Context,
  { bill_id, reference }: { bill_id: number; reference: string | undefined },
): Promise<PlannedChange> {
  const { db, deps } = ctx;
  const bill = await findBillById(db, bill_id);
  if (!bill) throw new CommandRefused(`Bill ${bill_id} not found.`);
  if (bill.state !== 'OPEN') throw new CommandRefused(`Bill ${bill_id} is ${bill.state}.`);
  if (bill.claimed_until !== null && bill.claimed_until > timestamp(deps.clock.now()))
    throw new CommandRefused(`Bill ${bill_id} is being charged to a card at this moment. Try again in a few minutes.`);
  const account = await accountOf(ctx, bill.merchant_id);
  const methods = await listMethods(db, bill.merchant_id);
  const method = methods.find(({ type }) => type === 'INVOICE') ?? methods[0];
  const { payment } = bill;
  if (!method) throw new CommandRefused(`Account ${bill.merchant_id} has no payment method: add an invoice first.`);
  return {
    summary: [
      `Bill ${bill_id} of account ${nameOf(account)}, USD ${formatMoney(amountDue(bill))}, is marked as paid by ${method.type.toLowerCase()}${reference ? `, reference ${reference}` : ''}.`,
      ...(payment === null ? [] : ['Its payment at the card provider is canceled, so that it cannot be paid twice.']),
      ...(account.inactive_reason === 'UNPAID' ? ['Billing becomes active again once no other bill is unpaid.'] : []),
    ],
    prepare: (ctx) => cancelPayment(ctx, bill_id),
    async run(ctx) {
      const operator = byOperator(ctx, bill.merchant_id);
      const settled = await settleBill(operator, { bill, method, reference: reference ?? null });
      if (!settled) throw new CommandRefused(`Bill ${bill_id} has already been paid.`);
    },
  };
}

/** Keeps workers from charging the bill, and cancels its payment, which could otherwise succeed late. */
async function cancelPayment({ db, deps }: OutsideContext, bill_id: number): Promise<void> {
  const now = deps.clock.now();
  const bill = await claimBillByHand(db, bill_id, timestamp(now), timestamp(addSeconds(now, CLAIM_SECONDS)));
  if (!bill) throw new CommandRefused(`Bill ${bill_id} is being charged to a card at this moment, or was paid.`);
  if (bill.payment === null) return;
  const left = await deps.payments.cancelPayment(bill.payment);
  if (!left || left.state === 'CANCELED') return;
  await postponeBill(db, bill_id, timestamp(now));
  throw new CommandRefused(`Bill ${bill_id} has been paid by card, or is about to be. Look at it again in a minute.`);
}
