import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { terms } from '../../../openapi/facts/terms.ts';
import type { Db } from '../../database/database.ts';
import { newestFirst, type Page } from '../../database/page-cursor.ts';
import { changesRows, columnOf, countRows, firstOf, run } from '../../database/rows.ts';
import { unclaimed } from '../../database/unclaimed.ts';
import type { BillLine } from '../bill/bill-amounts.ts';
import type { BillTable, TransactionTable } from './billing.table.ts';

export type Bill = Selectable<BillTable>;
export type Transaction = Selectable<TransactionTable>;

export const billLines = (bill: Bill): BillLine[] => JSON.parse(bill.billables);

export const insertBill = (db: Db, bill: Insertable<BillTable>) => run(db.insertInto('bills').values(bill));

const bills = (db: Db, merchant_id: number) =>
  db.selectFrom('bills').selectAll().where('merchant_id', '=', merchant_id);

export const findBill = (db: Db, merchant_id: number, id: number): Promise<Bill | undefined> =>
  bills(db, merchant_id).where('id', '=', id).executeTakeFirst();

/** Finds a bill regardless of its account: for workers, operators and the provider's events. */
export const findBillById = (db: Db, id: number): Promise<Bill | undefined> =>
  db.selectFrom('bills').selectAll().where('id', '=', id).executeTakeFirst();

export const listAllBills = (db: Db, merchant_id: number): Promise<Bill[]> =>
  bills(db, merchant_id).orderBy('cycle_start', 'desc').execute();

export const findBills = (db: Db, merchant_id: number, page: Page): Promise<Bill[]> =>
  bills(db, merchant_id).$call(newestFirst(page)).execute();

/** A literal rather than a parameter, because SQLite uses a partial index only when it sees the values of its condition. */
const isOpen = sql<SqlBool>`state = 'OPEN'`;

export const listDueBills = (db: Db, now: string, limit: number): Promise<number[]> =>
  dueBills(db, now).select('id').orderBy('next_attempt').limit(limit).$call(unclaimed(db)).$call(columnOf('id'));

const dueBills = (db: Db, now: string) =>
  db
    .selectFrom('bills')
    .where(isOpen)
    .where('next_attempt', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]));

export const countDueBills = (db: Db, now: string): Promise<number> =>
  dueBills(db, now).select('id').$call(countRows(db));

export const findOldestDueBill = (db: Db, now: string): Promise<string | undefined> =>
  dueBills(db, now).select('next_attempt').orderBy('next_attempt').$call(firstOf('next_attempt'));

/** A bill that a worker has claimed is due when its claim expires. */
export async function nextBillDue(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('bills')
    .select(['next_attempt', 'claimed_until'])
    .where(isOpen)
    .where('next_attempt', 'is not', null)
    .orderBy((eb) => eb.fn.coalesce('claimed_until', 'next_attempt'))
    .limit(1)
    .executeTakeFirst();
  if (!row?.next_attempt) return undefined;
  return row.claimed_until && row.claimed_until > row.next_attempt ? row.claimed_until : row.next_attempt;
}

const updateBill = (db: Db, id: number, states: Bill['state'][]) =>
  db.updateTable('bills').where('id', '=', id).where('state', 'in', states);

const updateOpenBill = (db: Db, id: number) => updateBill(db, id, ['OPEN']);

/**
 * Claims a due bill for one attempt, until `until` in case this process dies.
 * @returns undefined if the bill is not due, or another worker has it.
 */
export const claimBill = (db: Db, id: number, now: string, until: string): Promise<Bill | undefined> =>
  updateOpenBill(db, id)
    .set((eb) => ({ claimed_until: until, first_attempt: eb.fn.coalesce('first_attempt', eb.val(now)) }))
    .where('next_attempt', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst();

/**
 * Claims an open bill for an attempt that a person starts. If this process dies, a worker finds out the outcome at the bill's next
 * planned attempt.
 * @returns undefined when the bill is not open, or is being charged.
 */
export const claimBillByHand = (db: Db, id: number, now: string, until: string): Promise<Bill | undefined> =>
  updateOpenBill(db, id)
    .set((eb) => ({
      claimed_until: until,
      first_attempt: eb.fn.coalesce('first_attempt', eb.val(now)),
      next_attempt: eb.fn.coalesce('next_attempt', eb.val(now)),
    }))
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst();

/** Stores a bill's payment, which may replace one that can never succeed. If two processes create one, the first is kept. */
export const keepPayment = (
  db: Db,
  id: number,
  { payment, replaces }: { payment: string; replaces: string | null },
): Promise<void> =>
  db
    .updateTable('bills')
    .set({ payment })
    .where('id', '=', id)
    .where('payment', replaces === null ? 'is' : '=', replaces)
    .$call(run);

/** Marks a bill as paid, even if it was written off. No other function does. @returns false when the bill is not owed. */
export const markPaid = (db: Db, id: number, paid: string): Promise<boolean> =>
  changesRows(
    updateBill(db, id, ['OPEN', 'UNCOLLECTIBLE']).set({
      state: 'PAID',
      paid,
      next_attempt: null,
      claimed_until: null,
      failure_code: null,
    }),
  );

/** @returns false when the bill is no longer open, or the decline was already counted. */
export const markDeclined = (
  db: Db,
  { id, declines }: Bill,
  changes: { next_attempt: string | null; failure_code: string },
): Promise<boolean> =>
  changesRows(
    updateOpenBill(db, id)
      .set({ ...changes, declines: declines + 1, claimed_until: null })
      .where('declines', '=', declines),
  );

/** Stores why a charge failed when the failure does not count as a decline. */
export const keepFailure = (db: Db, id: number, failure_code: string): Promise<void> =>
  run(updateOpenBill(db, id).set({ failure_code }));

export const postponeBill = (db: Db, id: number, next_attempt: string | null): Promise<void> =>
  run(updateOpenBill(db, id).set({ next_attempt, claimed_until: null }));

/** Makes open bills due now, because a new card or setting may let the charge succeed. */
export const chargeOpenBillsNow = (db: Db, merchant_id: number, now: string): Promise<void> =>
  db
    .updateTable('bills')
    .set({ next_attempt: now })
    .where('merchant_id', '=', merchant_id)
    .where('state', '=', 'OPEN')
    .where((eb) => eb.or([eb('next_attempt', 'is', null), eb('next_attempt', '>', now)]))
    .$call(run);

/**
 * Open bills that are overdue or whose last charge failed, and bills that were written off, oldest first. Billing cannot be enabled
 * before they are paid.
 */
export const listOwed = (db: Db, merchant_id: number, today: string): Promise<Bill[]> =>
  bills(db, merchant_id)
    .where((eb) =>
      eb.or([
        eb.and([isOpen, eb.or([eb('failure_code', 'is not', null), eb('due', '<', today)])]),
        eb('state', '=', 'UNCOLLECTIBLE'),
      ]),
    )
    .orderBy('cycle_start')
    .orderBy('id')
    .execute();

const unpaidInvoices = (db: Db) =>
  db.selectFrom('bills').where(isOpen).where('due', 'is not', null).where('next_attempt', 'is', null);

/** How many reminders are sent. One more email then says that billing is inactive. */
export const REMINDERS = terms.reminder_days.length;

/** Bills due by a day for which `reminders` reminders were sent, none of them since `since`. */
export const listOverdue = (
  db: Db,
  { reminders, due, since }: { reminders: number; due: string; since: string },
  limit: number,
): Promise<number[]> =>
  unpaidInvoices(db)
    .select('id')
    .where('due', '<=', due)
    .where('reminders', '=', reminders)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('billing_notices')
            .select('notice')
            .whereRef('billing_notices.merchant_id', '=', 'bills.merchant_id')
            .where('notice', '=', sql<string>`'reminder-' || bills.reminders || ' ' || bills.id`)
            .where('billing_notices.created', '>=', since),
        ),
      ),
    )
    .limit(limit)
    .$call(unclaimed(db))
    .$call(columnOf('id'));

/** @returns the bill, unless it is no longer open or the reminder was counted before. */
export const countReminder = (db: Db, id: number, reminders: number): Promise<Bill | undefined> =>
  updateOpenBill(db, id)
    .set({ reminders: reminders + 1 })
    .where('reminders', '=', reminders)
    .where('next_attempt', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const firstDue = (db: Db, reminders: number): Promise<string | undefined> =>
  unpaidInvoices(db).select('due').where('reminders', '=', reminders).orderBy('due').$call(firstOf('due'));

export const insertTransaction = (db: Db, transaction: TransactionTable): Promise<void> =>
  run(db.insertInto('transactions').values(transaction));

export const findMovements = (db: Db, merchant_id: number, bill_id: number, page: Page) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('transactions')
        .select(['id', 'created', 'amount', 'payment_method_id', sql<'CHARGE' | 'REFUND'>`'CHARGE'`.as('type')])
        .where('merchant_id', '=', merchant_id)
        .where('bill_id', '=', bill_id)
        .unionAll(
          eb
            .selectFrom('refunds')
            .select(['id', 'created', 'amount', 'payment_method_id', sql<'CHARGE' | 'REFUND'>`'REFUND'`.as('type')])
            .where('merchant_id', '=', merchant_id)
            .where('bill_id', '=', bill_id)
            .where('state', '!=', 'FAILED'),
        )
        .as('movements'),
    )
    .selectAll()
    .$call(newestFirst(page))
    .execute();
