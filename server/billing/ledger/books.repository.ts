import type { Db } from '../../database/database.ts';
import type { Bill } from './bill.repository.ts';
import type { Dispute } from './money-back.repository.ts';

export const listBillsMade = (db: Db, from: string, to: string): Promise<Bill[]> =>
  db
    .selectFrom('bills')
    .selectAll()
    .where('created', '>=', from)
    .where('created', '<', to)
    .orderBy('created')
    .execute();

export const listNotesMade = (db: Db, from: string, to: string) =>
  db
    .selectFrom('credit_notes')
    .innerJoin('bills', 'bills.id', 'credit_notes.bill_id')
    .selectAll('credit_notes')
    .select(['bills.country', 'bills.vat_country', 'bills.vat_rate', 'bills.vat_category'])
    .where('credit_notes.created', '>=', from)
    .where('credit_notes.created', '<', to)
    .execute();

export const listPaymentsMade = (db: Db, from: string, to: string) =>
  db.selectFrom('transactions').selectAll().where('created', '>=', from).where('created', '<', to).execute();

export const listRefundsMade = (db: Db, from: string, to: string) =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('created', '>=', from)
    .where('created', '<', to)
    .where('state', '!=', 'FAILED')
    .execute();

export const listDisputesLost = (db: Db, from: string, to: string): Promise<Dispute[]> =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('state', '=', 'LOST')
    .where('closed', '>=', from)
    .where('closed', '<', to)
    .execute();

export const listOwedBills = (db: Db) =>
  db
    .selectFrom('bills')
    .innerJoin('merchants', 'merchants.id', 'bills.merchant_id')
    .selectAll('bills')
    .select('merchants.name as present_company')
    .where('bills.state', '=', 'OPEN')
    .orderBy('bills.created')
    .execute();

export async function readBooks(db: Db) {
  const [bills, payments, notes, refunds, disputes, entries, accounts, sessions] = await Promise.all([
    db.selectFrom('bills').selectAll().orderBy('created').orderBy('id').execute(),
    db.selectFrom('transactions').selectAll().execute(),
    db.selectFrom('credit_notes').selectAll().orderBy('created').orderBy('number').execute(),
    db.selectFrom('refunds').selectAll().execute(),
    db.selectFrom('disputes').selectAll().orderBy('created').execute(),
    db.selectFrom('balance_entries').selectAll().execute(),
    db.selectFrom('billing_accounts').select(['merchant_id', 'cycle_start', 'cycle_end']).execute(),
    db
      .selectFrom('billed_sessions')
      .select(({ fn }) => [
        ...(['merchant_id', 'cycle_start', 'unit_price'] as const),
        fn.countAll().as('quantity'),
        fn.sum('credit').as('credit'),
        fn.min('approved').as('first'),
      ])
      .groupBy(['merchant_id', 'cycle_start', 'unit_price'])
      .orderBy('unit_price', 'desc')
      .execute(),
  ]);
  return {
    ...{ bills, payments, notes, refunds, disputes, entries, accounts },
    sessions: sessions.map((row) => ({ ...row, quantity: Number(row.quantity), credit: Number(row.credit) })),
  };
}

export type Books = Awaited<ReturnType<typeof readBooks>>;

export async function readNumbers(db: Db) {
  const [bills, notes, series] = await Promise.all([
    db.selectFrom('bills').select('number').where('number', 'is not', null).execute(),
    db.selectFrom('credit_notes').select('number').execute(),
    db.selectFrom('document_numbers').selectAll().orderBy('series').orderBy('year').execute(),
  ]);
  return { given: [...bills, ...notes].map(({ number }) => number!), series };
}
