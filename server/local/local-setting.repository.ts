import type { Db } from '../database/database.ts';

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('local_settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function keepSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('local_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
