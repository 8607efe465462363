import type { Db } from './database.ts';

/** A database that responds may still be full or read-only. Only a committed write shows that it accepts writes. */
export async function writeProbe(db: Db): Promise<void> {
  const value = Buffer.from(String(Math.round(performance.now())));
  await db
    .insertInto('server_state')
    .values({ name: 'readiness', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
