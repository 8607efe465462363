/** What the card provider reports about money that went back, beside what an operator sent back. */
import type { Selectable } from 'kysely';
import type { Db } from '../../database/database.ts';
import { run } from '../../database/rows.ts';
import type { DisputeTable, RefundTable } from './billing.table.ts';

/** The bill that a payment at the provider is for. */
export const findBillByPayment = (db: Db, payment: string) =>
  db.selectFrom('bills').selectAll().where('payment', '=', payment).executeTakeFirst();

/** The refunds of a bill. Those that an operator has asked for may have no reference yet. */
export const listRefundsOf = (db: Db, bill_id: number): Promise<Selectable<RefundTable>[]> =>
  db.selectFrom('refunds').selectAll().where('bill_id', '=', bill_id).orderBy('created').orderBy('id').execute();

export const insertProviderRefund = (db: Db, refund: RefundTable): Promise<void> =>
  run(db.insertInto('refunds').values(refund));

export const updateProviderRefund = (
  db: Db,
  id: number,
  changes: Partial<Pick<RefundTable, 'state' | 'reference'>>,
): Promise<void> => run(db.updateTable('refunds').set(changes).where('id', '=', id));

/** Stores a dispute, or its present state. */
export const keepDispute = (db: Db, dispute: DisputeTable): Promise<void> =>
  run(
    db
      .insertInto('disputes')
      .values(dispute)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ state: dispute.state, amount: dispute.amount, closed: dispute.closed }),
      ),
  );

export const setBillDispute = (db: Db, bill_id: number, dispute: DisputeTable['state']): Promise<void> =>
  run(db.updateTable('bills').set({ dispute }).where('id', '=', bill_id));
