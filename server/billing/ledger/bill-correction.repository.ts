/** Corrections of bills by an operator. None of them touches a bill that is being charged at this moment. */
import type { Db } from '../../database/database.ts';
import { changesRows, run } from '../../database/rows.ts';
import type { Bill } from './bill.repository.ts';

/** An open bill that has no claim, or one that has expired. */
const idleBill = (db: Db, id: number, now: string) =>
  db
    .updateTable('bills')
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]));

/** @returns false when the bill is not open, is being charged, or its amount due has changed. */
export const reduceBill = (
  db: Db,
  { id, amount_due }: Pick<Bill, 'id' | 'amount_due'>,
  { now, ...changes }: { now: string; amount_due: number; state: Bill['state']; next_attempt: string | null },
): Promise<boolean> =>
  idleBill(db, id, now)
    .set({ ...changes, claimed_until: null })
    .where('amount_due', amount_due === null ? 'is' : '=', amount_due)
    .$call(changesRows);

export const writeOffBill = (db: Db, id: number, now: string): Promise<boolean> =>
  changesRows(idleBill(db, id, now).set({ state: 'UNCOLLECTIBLE', next_attempt: null, claimed_until: null }));

export const retryBill = (db: Db, id: number, now: string): Promise<boolean> =>
  changesRows(idleBill(db, id, now).set({ next_attempt: now, claimed_until: null }));

export const findBillByNumber = (db: Db, number: string): Promise<Bill | undefined> =>
  db.selectFrom('bills').selectAll().where('number', '=', number).executeTakeFirst();

/** Adds to the stored credit within the update, so that what a session spends at the same time is not lost. */
export const addCredit = (db: Db, merchant_id: number, amount: number): Promise<void> =>
  db
    .updateTable('billing_accounts')
    .set((eb) => ({ credit: eb('credit', '+', amount) }))
    .where('merchant_id', '=', merchant_id)
    .$call(run);
