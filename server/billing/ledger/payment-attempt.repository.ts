import type { Selectable } from 'kysely';
import type { Db } from '../../database/database.ts';
import { run } from '../../database/rows.ts';
import type { PaymentAttemptTable } from './billing.table.ts';

export type PaymentAttempt = Selectable<PaymentAttemptTable>;

export const insertAttempt = (db: Db, attempt: PaymentAttemptTable): Promise<void> =>
  run(db.insertInto('payment_attempts').values(attempt));

export const listAttempts = (db: Db, bill_id: number, card?: string): Promise<PaymentAttempt[]> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('bill_id', '=', bill_id)
    .$if(card !== undefined, (query) => query.where('card', '=', card!))
    .orderBy('created')
    .orderBy('id')
    .execute();

/** When the card was last charged for one of the account's open bills without success, for a reason other than `except`. */
export async function lastRefusal(
  db: Db,
  { merchant_id, card, except }: { merchant_id: number; card: string; except: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_attempts')
    .select('created')
    .where('bill_id', 'in', (eb) =>
      eb.selectFrom('bills').select('id').where('merchant_id', '=', merchant_id).where('state', '=', 'OPEN'),
    )
    .where('card', '=', card)
    .where('code', '!=', except)
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created;
}

export const setAttemptCode = (db: Db, id: number, code: string): Promise<void> =>
  run(db.updateTable('payment_attempts').set({ code }).where('id', '=', id));
