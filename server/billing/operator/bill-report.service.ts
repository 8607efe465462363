import type { Context } from '../../core/context.ts';
import { CommandRefused } from '../../core/planned-change.ts';
import { stateOf } from '../account/billing.service.ts';
import { amountDue } from '../bill/bill-amounts.ts';
import { type Bill, billLines, listAllBills } from '../ledger/bill.repository.ts';
import { listAccounts } from '../ledger/billing.repository.ts';
import { listOwedBills } from '../ledger/books.repository.ts';
import { findPaymentOf, listCreditNotes, listDisputes, listRefunds } from '../ledger/money-back.repository.ts';
import { listAttempts } from '../ledger/payment-attempt.repository.ts';
import { listMethods } from '../ledger/payment-method.repository.ts';
import { dayOf } from '../terms/cycle.ts';
import { formatMoney, formatRate } from '../terms/money.ts';
import { accountOf, billOf, titleOf } from './operator-target.service.ts';
import type { Row } from './revenue.service.ts';

export async function accountRows({ db, deps }: Context): Promise<Row[]> {
  const now = deps.clock.now();
  return (await listAccounts(db)).map((account) => ({
    account: String(account.merchant_id),
    created: account.created.slice(0, 10),
    state: account.deleted === null ? stateOf(account, now) : 'DELETED',
    reason: account.inactive_reason ?? '-',
    terms: `${formatMoney(account.unit_price)}+${formatMoney(account.monthly_commitment)}`,
    credit: `credit ${formatMoney(account.credit)}`,
    cycle: account.cycle_end === null ? 'ended' : `closes ${account.cycle_end}`,
    country: account.country ?? '-',
    company: account.company ?? '-',
  }));
}

export async function billRows(ctx: Context, merchant_id: number): Promise<Row[]> {
  await accountOf(ctx, merchant_id);
  const methods = await listMethods(ctx.db, merchant_id);
  const noCard = methods.some(({ state }) => state === 'ACTIVE') ? '' : ', no card left to charge';
  return (await listAllBills(ctx.db, merchant_id)).map((bill) => ({
    bill: String(bill.id),
    number: bill.number ?? '-',
    cycle: `${bill.cycle_start}..${bill.cycle_end}`,
    total: `USD ${formatMoney(bill.total)}`,
    due: `due ${formatMoney(bill.state === 'OPEN' ? amountDue(bill) : 0)}`,
    state: bill.dispute === null ? bill.state : `${bill.state} (dispute ${bill.dispute})`,
    declined: declinesOf(bill, bill.state === 'OPEN' ? noCard : ''),
  }));
}

const declinesOf = ({ declines, failure_code }: Bill, more = ''): string =>
  `declined ${declines}×${failure_code === null ? '' : ` (${failure_code}${more})`}`;

export async function overdueRows({ db, deps }: Context): Promise<Row[]> {
  const now = deps.clock.now();
  const overdue = (await listOwedBills(db)).filter(({ due, failure_code, declines }) =>
    due === null ? declines > 0 || failure_code !== null : due < dayOf(now),
  );
  return overdue.map((bill) => {
    const since = bill.due ?? (bill.first_attempt ?? bill.created).slice(0, 10);
    return {
      bill: titleOf(bill),
      account: String(bill.merchant_id),
      company: bill.present_company ?? '-',
      due: formatMoney(amountDue(bill)),
      since,
      days: String(Math.floor((now.getTime() - Date.parse(since)) / 86_400_000)),
      next: bill.next_attempt?.slice(0, 10) ?? 'no attempt planned',
      why: bill.failure_code ?? 'not paid',
    };
  });
}

export async function describeBill(ctx: Context, named: string | undefined): Promise<string[]> {
  if (!named) throw new CommandRefused('Which one? Use bill BILL, with its id or number.');
  const { db } = ctx;
  const bill = await billOf(ctx, named);
  const [payment, notes, refunds] = [
    await findPaymentOf(db, bill.id),
    await listCreditNotes(db, bill.id),
    await listRefunds(db, bill.id),
  ];
  return [
    `Bill ${titleOf(bill)}, id ${bill.id}, of account ${bill.merchant_id}`,
    `  created ${bill.created}, cycle ${bill.cycle_start}..${bill.cycle_end}`,
    `  ${bill.state}${bill.due === null ? '' : `, to be paid by ${bill.due}`}, ${declinesOf(bill)}${bill.next_attempt === null ? '' : `, next attempt ${bill.next_attempt}`}`,
    ...partyLines('seller', bill.seller),
    ...partyLines('buyer', bill.buyer ?? JSON.stringify(oldBuyer(bill))),
    ...billLines(bill).map(
      ({ name, quantity, unit_price, total }) =>
        `  line: ${name}, ${quantity} × ${formatMoney(unit_price)} = ${formatMoney(total)}`,
    ),
    `  subtotal ${formatMoney(bill.subtotal)}, VAT ${formatRate(bill.vat_rate)} ${formatMoney(bill.vat)} (${bill.vat_category ?? 'no country'}), total USD ${formatMoney(bill.total)}`,
    `  balance ${formatMoney(bill.balance)}, amount due ${formatMoney(amountDue(bill))}`,
    ...(bill.payment === null ? [] : [`  payment at the card provider: ${bill.payment}`]),
    ...(await listAttempts(db, bill.id)).map(
      ({ created, card, kind, code }) => `  attempt: ${created}, ${kind}, card ${card}, ${code ?? 'not declined'}`,
    ),
    ...(payment ? [`  paid: ${payment.created}, USD ${formatMoney(payment.amount)}, ${payment.reference ?? '-'}`] : []),
    ...notes.map(
      ({ number, created, effect, total, vat, reason }) =>
        `  credit note: ${number}, ${created}, ${effect}, USD ${formatMoney(total)} with VAT ${formatMoney(vat)}: ${reason}`,
    ),
    ...refunds.map(
      ({ created, amount, state, reference, credit_note_id }) =>
        `  refund: ${created}, USD ${formatMoney(amount)}, ${state}, ${reference ?? 'not sent yet'}${credit_note_id === null ? ', NO CREDIT NOTE' : ''}`,
    ),
    ...(await listDisputes(db, bill.id)).map(
      ({ id, created, amount, reason, state }) =>
        `  dispute: ${id}, ${created}, USD ${formatMoney(amount)}, ${reason}, ${state}`,
    ),
  ];
}

function partyLines(name: string, snapshot: string | null): string[] {
  if (snapshot === null) return [];
  const parts = Object.values(JSON.parse(snapshot) as Record<string, unknown>).flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value) : [value],
  );
  return [`  ${name}: ${parts.filter((part) => part !== null && part !== '').join(', ')}`];
}

const oldBuyer = ({ company, address, country, vat_number }: Bill) => ({
  company,
  address: address === null ? [] : (JSON.parse(address) as string[]),
  country,
  vat_number,
});
