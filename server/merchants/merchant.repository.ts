import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { MerchantTable } from './merchant.table.ts';

export async function insertMerchant(db: Kysely<Database>, merchant: Insertable<MerchantTable>): Promise<void> {
  await db.insertInto('merchants').values(merchant).execute();
}

/** The account, unless it was deleted. */
export function findMerchant(db: Kysely<Database>, id: number) {
  return db
    .selectFrom('merchants')
    .select(['id', 'name', 'billing_state', 'created'])
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .executeTakeFirst();
}

/** Who asks for the verification, as end users see it: the company, or else the e-mail domain of the account's first user. */
export async function merchantDisplayName(db: Kysely<Database>, id: number): Promise<string> {
  const merchant = await findMerchant(db, id);
  if (merchant?.name) return merchant.name;
  const first = await db
    .selectFrom('users')
    .select('email')
    .where('merchant_id', '=', id)
    .where('email', 'is not', null)
    .orderBy('created')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.email?.split('@')[1] ?? '';
}

/** Deletes an account, but for what its bills need. @returns false when it was deleted before. */
export async function markMerchantDeleted(db: Kysely<Database>, id: number, deleted: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchants')
    .set({ deleted, reference: null, billing_state: 'INACTIVE' })
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
