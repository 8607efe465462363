import type { ProviderDispute, ProviderRefund, TakenPayment } from '../../payments/money-back.ts';
import { amountDue } from '../bill/bill-amounts.ts';
import { BY_HAND } from '../ledger/money-back.repository.ts';
import { CENT, formatMoney, type Micros } from '../terms/money.ts';
import { titleOf } from './operator-target.service.ts';
import { type BillBooks, type Findings, usd } from './reconcile-bill.ts';

export interface ProviderBooks {
  taken: TakenPayment[];
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
}

export interface Compared {
  provider: ProviderBooks;
  checked: BillBooks[];
  all: ReadonlyMap<number, BillBooks>;
}

export function checkProvider(compared: Compared, findings: Findings): void {
  checkTaken(compared, findings);
  checkMissingPayments(compared, findings);
  checkProviderRefunds(compared, findings);
  checkProviderDisputes(compared, findings);
}

function checkTaken({ provider, all }: Compared, findings: Findings): void {
  for (const { reference, bill_id, amount, currency } of provider.taken) {
    const say = (text: string) =>
      findings.add(`taken ${reference}`, `Payment ${reference} at the card provider: ${text}`);
    const took = `${currency.toUpperCase()} ${formatMoney(amount * CENT)}`;
    const books = bill_id === undefined ? undefined : all.get(bill_id);
    if (!books) {
      say(`${took} was taken, but it belongs to no bill`);
      continue;
    }
    const { bill, payment } = books;
    const title = titleOf(bill);
    if (payment?.reference !== reference)
      say(
        `${took} was taken for bill ${title}, but ${payment ? `that was paid with ${payment.reference}` : `that is ${bill.state} and has no payment`}`,
      );
    else if (currency !== 'usd' || !isExpected(books, amount * CENT, findings))
      say(`${took} was taken for bill ${title}, but the books have ${usd(payment.amount)}`);
  }
}

/** If the books themselves disagree about the payment, the provider may have either amount. */
function isExpected({ bill, payment }: BillBooks, amount: Micros, findings: Findings): boolean {
  if (payment?.amount === amount) return true;
  return findings.has(`payment ${bill.id}`) && amountDue(bill) === amount;
}

const isCharged = ({ bill, payment }: BillBooks): boolean =>
  payment !== undefined && payment.reference === bill.payment;

function checkMissingPayments({ provider, checked }: Compared, findings: Findings): void {
  const taken = new Set(provider.taken.map(({ reference }) => reference));
  for (const books of checked) {
    const { bill, payment } = books;
    if (payment && isCharged(books) && !taken.has(payment.reference!))
      findings.add(
        `taken ${payment.reference}`,
        `Bill ${titleOf(bill)}: the card provider took nothing with its payment ${payment.reference}`,
      );
  }
}

function checkProviderRefunds({ provider, checked, all }: Compared, findings: Findings): void {
  const known = new Map(
    [...all.values()].flatMap(({ refunds }) => refunds.map((refund) => [refund.reference, refund] as const)),
  );
  for (const { reference, payment, amount, state } of provider.refunds) {
    const row = known.get(reference);
    const say = (text: string) =>
      findings.add(`refund at ${reference}`, `Refund ${reference} at the card provider: ${text}`);
    if (!row) {
      if (state !== 'FAILED')
        say(`${usd(amount * CENT)} of payment ${payment} went back, but the books do not have it`);
    } else if (row.state !== state) say(`it is ${state}, but in the books ${row.state}`);
    else if (row.amount !== amount * CENT && !findings.has(`refund ${row.id}`))
      say(`${usd(amount * CENT)} went back, but the books have ${usd(row.amount)}`);
  }
  const made = new Set(provider.refunds.map(({ reference }) => reference));
  for (const { bill, refunds } of checked.filter(isCharged))
    for (const { reference, amount } of refunds.filter(({ state }) => state === 'SUCCEEDED'))
      if (reference !== BY_HAND && !made.has(reference!))
        findings.add(
          `refund at ${reference}`,
          `Refund ${reference} of bill ${titleOf(bill)}: the card provider did not send ${usd(amount)} back`,
        );
}

function checkProviderDisputes({ provider, checked, all }: Compared, findings: Findings): void {
  const known = new Map(
    [...all.values()].flatMap(({ disputes }) => disputes.map((dispute) => [dispute.id, dispute] as const)),
  );
  for (const { id, payment, amount, state } of provider.disputes) {
    const row = known.get(id);
    const say = (text: string) => findings.add(`dispute at ${id}`, `Dispute ${id} at the card provider: ${text}`);
    if (!row) say(`payment ${payment} is disputed, but the books do not have it`);
    else if (row.state !== state) say(`it is ${state}, but in the books ${row.state}`);
    else if (row.amount !== amount * CENT)
      say(`it is about ${usd(amount * CENT)}, but in the books ${usd(row.amount)}`);
  }
  const told = new Set(provider.disputes.map(({ id }) => id));
  for (const { bill, disputes } of checked)
    for (const { id } of disputes)
      if (!told.has(id))
        findings.add(`dispute at ${id}`, `Dispute ${id} of bill ${titleOf(bill)}: the card provider does not have it`);
}
