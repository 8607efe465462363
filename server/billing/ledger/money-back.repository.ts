import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { changesRows, columnOf, run } from '../../database/rows.ts';
import { unclaimed } from '../../database/unclaimed.ts';
import type { Bill, Transaction } from './bill.repository.ts';
import type { CreditNoteTable, DisputeTable, RefundTable } from './billing.table.ts';

export type CreditNote = Selectable<CreditNoteTable>;
export type Refund = Selectable<RefundTable>;
export type Dispute = Selectable<DisputeTable>;

export const insertCreditNote = (db: Db, note: CreditNoteTable): Promise<void> =>
  run(db.insertInto('credit_notes').values(note));

/** Oldest first. */
export const listCreditNotes = (db: Db, bill_id: number): Promise<CreditNote[]> =>
  db
    .selectFrom('credit_notes')
    .selectAll()
    .where('bill_id', '=', bill_id)
    .orderBy('created')
    .orderBy('number')
    .execute();

export const findCreditNote = (db: Db, id: number): Promise<CreditNote | undefined> =>
  db.selectFrom('credit_notes').selectAll().where('id', '=', id).executeTakeFirst();

export const insertRefund = (db: Db, refund: Insertable<RefundTable>): Promise<void> =>
  run(db.insertInto('refunds').values(refund));

/** Oldest first. */
export const listRefunds = (db: Db, bill_id: number): Promise<Refund[]> =>
  db.selectFrom('refunds').selectAll().where('bill_id', '=', bill_id).orderBy('created').orderBy('id').execute();

export const explainRefund = (db: Db, id: number, credit_note_id: number): Promise<void> =>
  run(db.updateTable('refunds').set({ credit_note_id }).where('id', '=', id));

/** The reference of a refund that the operator transfers. */
export const BY_HAND = 'by hand';

/** The states from which a refund may reach each state. */
const EARLIER = { PENDING: [], SUCCEEDED: ['PENDING'], FAILED: ['PENDING', 'SUCCEEDED'] } as const satisfies Record<
  Refund['state'],
  Refund['state'][]
>;

/**
 * Responses and events overtake each other, but a refund never returns to an earlier state.
 * @returns whether its state has changed
 */
export async function advanceRefund(
  db: Db,
  id: number,
  { reference, state }: { reference: string; state: Refund['state'] },
): Promise<boolean> {
  const refund = db.updateTable('refunds').where('id', '=', id);
  await refund.set({ reference }).where('reference', 'is', null).execute();
  const [...earlier] = EARLIER[state];
  return earlier.length > 0 && changesRows(refund.set({ state }).where('state', 'in', earlier));
}

/** A literal rather than a parameter, because SQLite uses a partial index only when it sees the values of its condition. */
const isPending = sql<SqlBool>`state = 'PENDING'`;

/** Refunds that have not been requested from the card provider yet, or whose response was lost. */
export const listRefundsToSend = (db: Db, limit: number): Promise<number[]> =>
  db
    .selectFrom('refunds')
    .select('id')
    .where(isPending)
    .where('reference', 'is', null)
    .limit(limit)
    .$call(unclaimed(db))
    .$call(columnOf('id'));

export const findRefundToSend = (db: Db, id: number) =>
  db
    .selectFrom('refunds')
    .innerJoin('bills', 'bills.id', 'refunds.bill_id')
    .selectAll('refunds')
    .select('bills.payment')
    .where('refunds.id', '=', id)
    .executeTakeFirst();

/** Oldest first. */
export const listDisputes = (db: Db, bill_id: number): Promise<Dispute[]> =>
  db.selectFrom('disputes').selectAll().where('bill_id', '=', bill_id).orderBy('created').orderBy('id').execute();

/** Also stores the state on the bill. A closed dispute is not reopened. @returns false when nothing changed. */
export async function putDispute(db: Db, dispute: DisputeTable): Promise<boolean> {
  const { state, closed, bill_id } = dispute;
  const isNews = await db
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) =>
      state === 'OPEN'
        ? conflict.column('id').doNothing()
        : conflict.column('id').doUpdateSet({ state, closed }).where('disputes.state', '!=', state),
    )
    .$call(changesRows);
  if (isNews) await db.updateTable('bills').set({ dispute: state }).where('id', '=', bill_id).execute();
  return isNews;
}

export const findBillOfPayment = (db: Db, payment: string): Promise<Bill | undefined> =>
  db.selectFrom('bills').selectAll().where('payment', '=', payment).executeTakeFirst();

export const findPaymentOf = (db: Db, bill_id: number): Promise<Transaction | undefined> =>
  db.selectFrom('transactions').selectAll().where('bill_id', '=', bill_id).executeTakeFirst();
