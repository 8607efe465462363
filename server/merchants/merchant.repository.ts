import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../database/database.ts';
import { changesRows, firstOf, run } from '../database/rows.ts';
import type { Logo } from './logo.ts';
import type { MerchantTable } from './merchant.table.ts';

const SETTINGS = [
  'require_clone_protection',
  'refuse_weak',
  'require_second_factor',
  'retention_hours',
  'document_memory_days',
  'default_locale',
  'brand_color',
  'return_addresses',
] as const;

export type MerchantSettings = Pick<Selectable<MerchantTable>, (typeof SETTINGS)[number]>;

export type Merchant = NonNullable<Awaited<ReturnType<typeof findMerchant>>>;

export const insertMerchant = (db: Db, merchant: Insertable<MerchantTable>): Promise<void> =>
  run(db.insertInto('merchants').values(merchant));

/** The account, unless it was deleted. */
export const findMerchant = (db: Db, id: number) =>
  db
    .selectFrom('merchants')
    .leftJoin('merchant_logos', 'merchant_logos.merchant_id', 'merchants.id')
    .select(['id', 'name', 'billing_state', 'created', 'sha256 as logo_sha256', ...SETTINGS])
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .executeTakeFirst();

export const lockMerchant = (db: Db, id: number): Promise<void> =>
  run(
    db
      .updateTable('merchants')
      .set((eb) => ({ created: eb.ref('created') }))
      .where('id', '=', id),
  );

/** @returns false if it was already suspended. */
export const suspend = (db: Db, id: number, suspended: string): Promise<boolean> =>
  changesRows(db.updateTable('merchants').set({ suspended }).where('id', '=', id).where('suspended', 'is', null));

/** @returns false if it was not suspended. */
export const resume = (db: Db, id: number): Promise<boolean> =>
  changesRows(
    db.updateTable('merchants').set({ suspended: null }).where('id', '=', id).where('suspended', 'is not', null),
  );

export const updateSettings = (db: Db, id: number, settings: Partial<MerchantSettings>): Promise<void> =>
  run(db.updateTable('merchants').set(settings).where('id', '=', id));

export const findFirstEmail = (db: Db, merchant_id: number): Promise<string | undefined> =>
  db
    .selectFrom('users')
    .select('email')
    .where('merchant_id', '=', merchant_id)
    .where('email', 'is not', null)
    .orderBy('created')
    .orderBy('id')
    .$call(firstOf('email'));

/** Marks an account as deleted. Its row is kept for its bills. @returns false when it was already deleted. */
export const markMerchantDeleted = (db: Db, id: number, deleted: string): Promise<boolean> =>
  db
    .updateTable('merchants')
    .set({ deleted, reference: null, billing_state: 'INACTIVE', default_locale: null, brand_color: null })
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .$call(changesRows);

/** Regardless of the account, because anyone who knows the name may see the logo. */
export const findLogoFile = (db: Db, sha256: string): Promise<Uint8Array | undefined> =>
  db.selectFrom('merchant_logos').select('png').where('sha256', '=', sha256).$call(firstOf('png'));

/** Each account has its own copy, so that removing a logo does not affect another account with the same picture. */
export async function replaceLogo(db: Db, merchant_id: number, logo: Logo | null): Promise<void> {
  await db.deleteFrom('merchant_logos').where('merchant_id', '=', merchant_id).execute();
  if (!logo) return;
  await db
    .insertInto('merchant_logos')
    .values({ merchant_id, sha256: logo.sha256, png: Buffer.from(logo.png) })
    .execute();
}
