/** What was billed, credited and paid, for an operator: by month, and by country for the VAT return. */
import { addDays } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { Bill } from '../ledger/bill.repository.ts';
import {
  listBillsMade,
  listDisputesLost,
  listNotesMade,
  listPaymentsMade,
  listRefundsMade,
} from '../ledger/books.repository.ts';
import { dayOf } from '../terms/cycle.ts';
import { formatMoney, formatRate, type Micros } from '../terms/money.ts';

/** First and last day. */
export interface Days {
  from: string;
  to: string;
}

export type Row = Record<string, string>;

const momentsOf = ({ from, to }: Days) =>
  [`${from}T00:00:00.000Z`, `${dayOf(addDays(new Date(`${to}T00:00:00.000Z`), 1))}T00:00:00.000Z`] as const;

function createSums<Column extends string>(columns: readonly Column[]) {
  const sums = new Map<string, Record<Column, Micros>>();
  return {
    add(key: string, column: Column, amount: Micros): void {
      const row = sums.get(key) ?? (Object.fromEntries(columns.map((name) => [name, 0])) as Record<Column, Micros>);
      row[column] += amount;
      sums.set(key, row);
    },
    rows: () => [...sums].toSorted(([left], [right]) => (left < right ? -1 : 1)),
  };
}

const MONTHLY = ['net', 'vat', 'credited_net', 'credited_vat', 'paid', 'refunded', 'disputes_lost'] as const;

/**
 * `net` and `vat` are those of the bills made in the month. All other amounts count in the month in which they were credited, paid,
 * refunded or lost.
 */
export async function revenueByMonth({ db }: Context, days: Days): Promise<Row[]> {
  const [from, to] = momentsOf(days);
  const sums = createSums(MONTHLY);
  const month = (at: string) => at.slice(0, 7);
  for (const bill of await listBillsMade(db, from, to)) {
    sums.add(month(bill.created), 'net', bill.subtotal);
    sums.add(month(bill.created), 'vat', bill.vat);
  }
  for (const note of await listNotesMade(db, from, to)) {
    sums.add(month(note.created), 'credited_net', note.subtotal);
    sums.add(month(note.created), 'credited_vat', note.vat);
  }
  for (const { created, amount } of await listPaymentsMade(db, from, to)) sums.add(month(created), 'paid', amount);
  for (const { created, amount } of await listRefundsMade(db, from, to)) sums.add(month(created), 'refunded', amount);
  for (const { closed, amount } of await listDisputesLost(db, from, to))
    sums.add(month(closed!), 'disputes_lost', amount);
  return sums.rows().map(([name, row]) => ({
    month: name,
    ...written(row),
    revenue: formatMoney(row.net - row.credited_net - row.disputes_lost),
  }));
}

/**
 * Net amounts and VAT by rate and country, less the credit notes of these days. The country is the one whose VAT was charged, or
 * else the customer's.
 */
export async function vatByCountry({ db }: Context, days: Days): Promise<Row[]> {
  const [from, to] = momentsOf(days);
  const sums = createSums(['net', 'vat'] as const);
  const keyOf = (of: Pick<Bill, 'country' | 'vat_country' | 'vat_category' | 'vat_rate'>) =>
    [of.vat_country ?? of.country ?? '-', of.vat_category ?? '-', formatRate(of.vat_rate)].join(' ');
  for (const bill of await listBillsMade(db, from, to)) {
    sums.add(keyOf(bill), 'net', bill.subtotal);
    sums.add(keyOf(bill), 'vat', bill.vat);
  }
  for (const note of await listNotesMade(db, from, to)) {
    sums.add(keyOf(note), 'net', 0 - note.subtotal);
    sums.add(keyOf(note), 'vat', 0 - note.vat);
  }
  return sums.rows().map(([key, row]) => {
    const [country = '', category = '', rate = ''] = key.split(' ');
    return { country, category, rate, ...written(row) };
  });
}

const written = (row: Record<string, Micros>): Row =>
  Object.fromEntries(Object.entries(row).map(([name, amount]) => [name, formatMoney(amount)]));
