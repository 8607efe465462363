import type { Db } from '../database/database.ts';
import type { Logo } from './logo.ts';

/** The bytes of a logo by name, regardless of account: anyone who knows the name may see it. */
export async function findLogoFile(db: Db, sha256: string): Promise<Uint8Array | undefined> {
  const found = await db
    .selectFrom('merchant_logos')
    .select('png')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return found?.png;
}

/** Each account has its own copy, so that removing a logo does not affect another account with the same picture. */
export async function replaceLogo(db: Db, merchant_id: number, logo: Logo | null): Promise<void> {
  await db.deleteFrom('merchant_logos').where('merchant_id', '=', merchant_id).execute();
  if (!logo) return;
  await db
    .insertInto('merchant_logos')
    .values({ merchant_id, sha256: logo.sha256, png: Buffer.from(logo.png) })
    .execute();
}
