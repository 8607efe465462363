/** `npm run operator -- plan …` and related commands: plans, cancellation, invoices and bills paid another way. */

import { describeVatDoubts } from '../billing/bill/vat.service.ts';
import {
  changeCancellation,
  changePlan,
  changeUsageLimit,
  closeCycleByHand,
} from '../billing/operator/account-terms.service.ts';
import { addInvoice, markBillPaid } from '../billing/operator/invoice-customer.service.ts';
import { parseMoney } from '../billing/terms/money.ts';
import { PLANS, type Terms } from '../billing/terms/plans.ts';
import { CommandRefused } from '../core/planned-change.ts';
import { change, list } from './command.ts';

export const billing = {
  'vat-doubts': list({
    summary: 'lists the accounts whose billing country and card disagree; they pay the higher VAT rate',
    lines: describeVatDoubts,
  }),
  plan: change({
    words: 'ACCOUNT starter|standard',
    summary:
      'changes the plan: lower prices from the next cycle, higher ones with 30 days of notice; use --unit-price and --fee instead of a plan for custom terms',
    options: {
      'unit-price': { type: 'string', value: 'USD', says: 'price per verified identity, such as 0.05' },
      fee: { type: 'string', value: 'USD', says: 'service fee per cycle, such as 49.00' },
      from: { type: 'string', value: 'DAY', says: 'first day of a later cycle, such as 2027-01-15' },
      agreed: { type: 'boolean', default: false, says: 'the account has agreed to start with the next cycle' },
    },
    plan: (ctx, { words: [account, plan], values }) =>
      changePlan(ctx, {
        merchant_id: idOf(account, 'ACCOUNT'),
        terms: termsOf(plan, values),
        from: values.from === undefined ? undefined : dayIn(values.from, '--from'),
        is_agreed: values.agreed,
      }),
  }),
  cancel: change({
    words: 'ACCOUNT',
    summary: 'ends billing when the current cycle ends',
    options: { undo: { type: 'boolean', says: 'undoes the cancellation' } },
    plan: (ctx, { words: [account], values }) =>
      changeCancellation(ctx, { merchant_id: idOf(account, 'ACCOUNT'), cancels: !values.undo }),
  }),
  limit: change({
    words: 'ACCOUNT USD|none',
    summary: 'changes what the account may owe before its first payment',
    plan: (ctx, { words: [account, limit = ''] }) =>
      changeUsageLimit(ctx, {
        merchant_id: idOf(account, 'ACCOUNT'),
        usage_limit: limit === 'none' ? null : amountOf(limit),
      }),
  }),
  invoice: change({
    words: 'ACCOUNT',
    summary: 'lets the account pay by invoice',
    options: {
      line1: { type: 'string', value: 'TEXT', says: 'first line of the address, such as "Storgatan 1"' },
      line2: { type: 'string', value: 'TEXT', says: 'second line of the address' },
      'postal-code': { type: 'string', value: 'CODE', says: 'such as "111 22"' },
      city: { type: 'string', value: 'NAME', says: 'such as Stockholm' },
      state: { type: 'string', value: 'NAME', says: 'if the country has states' },
      country: { type: 'string', value: 'CODE', says: 'two letters, such as SE' },
      reference: { type: 'string', value: 'TEXT', says: 'reference printed on the invoice, such as "PO 4711"' },
      primary: { type: 'boolean', default: false, says: 'makes it the primary payment method' },
    },
    plan: (ctx, { words: [account], values }) =>
      addInvoice(ctx, {
        merchant_id: idOf(account, 'ACCOUNT'),
        address: addressOf(values),
        primary: values.primary,
      }),
  }),
  paid: change({
    words: 'BILL',
    summary: 'marks a bill as paid',
    options: { reference: { type: 'string', value: 'TEXT', says: 'the payment, such as "transfer 2026-11-21"' } },
    plan: (ctx, { words: [bill], values }) =>
      markBillPaid(ctx, { bill_id: idOf(bill, 'BILL'), reference: values.reference }),
  }),
  'close-cycle': change({
    words: 'ACCOUNT',
    summary: 'closes and bills a cycle that has ended, as the server does automatically',
    plan: (ctx, { words: [account] }) => closeCycleByHand(ctx, idOf(account, 'ACCOUNT')),
  }),
};

export function idOf(text: string | undefined, name: string): number {
  const id = Number(text);
  if (!text || !/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id))
    throw new CommandRefused(`${name} must be a numeric id.`);
  return id;
}

type Amounts = { 'unit-price'?: string | undefined; fee?: string | undefined };

function termsOf(plan: string | undefined, { 'unit-price': price, fee }: Amounts): Terms {
  if (plan === undefined && price !== undefined && fee !== undefined)
    return { unit_price: amountOf(price), monthly_commitment: amountOf(fee) };
  if (plan !== 'starter' && plan !== 'standard')
    throw new CommandRefused('The plan must be starter or standard, unless you set both --unit-price and --fee.');
  return PLANS[plan];
}

export function dayIn(text: string, option: string): string {
  const at = new Date(`${text}T00:00:00.000Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text)
    throw new CommandRefused(`${option} must be a day, such as 2026-01-31.`);
  return text;
}

export function amountOf(text: string): number {
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text)) throw new CommandRefused(`${text} is not an amount in USD, such as 49.00.`);
  return parseMoney(text);
}

type AddressOption = 'line1' | 'line2' | 'postal-code' | 'city' | 'state' | 'country' | 'reference';

function addressOf({
  line1,
  'postal-code': postal_code,
  city,
  country,
  ...more
}: Partial<Record<AddressOption, string>>) {
  if (!line1 || !postal_code || !city || !country)
    throw new CommandRefused('An invoice needs --line1, --postal-code, --city and --country.');
  return {
    reference: more.reference ?? null,
    address_line_1: line1,
    address_line_2: more.line2 ?? null,
    address_postal_code: postal_code,
    address_city: city,
    address_state: more.state ?? null,
    address_country: country,
  };
}
