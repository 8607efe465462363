import type { Insertable } from 'kysely';
import type { Db } from '../database/database.ts';
import { changesRows, run } from '../database/rows.ts';
import type { CodeTable } from './code.table.ts';

type Holder = Pick<CodeTable, 'purpose' | 'subject'>;

export const replaceCode = (db: Db, code: Insertable<CodeTable>): Promise<void> =>
  db
    .insertInto('codes')
    .values(code)
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(code))
    .$call(run);

export const findCode = (db: Db, { purpose, subject }: Holder) =>
  db
    .selectFrom('codes')
    .select(['hash', 'expires'])
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const deleteCode = (db: Db, { purpose, subject }: Holder, hash: string): Promise<boolean> =>
  changesRows(
    db.deleteFrom('codes').where('purpose', '=', purpose).where('subject', '=', subject).where('hash', '=', hash),
  );

export async function deleteCodes(db: Db, holders: Holder[]): Promise<void> {
  for (const { purpose, subject } of holders)
    await db.deleteFrom('codes').where('purpose', '=', purpose).where('subject', '=', subject).execute();
}

export const deleteCodesBefore = (db: Db, before: string) => run(db.deleteFrom('codes').where('expires', '<=', before));
