import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { CodeTable } from './code.table.ts';

type Holder = Pick<CodeTable, 'purpose' | 'subject'>;

export async function replaceCode(db: Kysely<Database>, code: CodeTable): Promise<void> {
  const { hash, expires } = code;
  await db
    .insertInto('codes')
    .values(code)
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet({ hash, expires }))
    .execute();
}

export function findCode(db: Kysely<Database>, { purpose, subject }: Holder) {
  return db
    .selectFrom('codes')
    .select(['hash', 'expires'])
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** @returns whether this code was still there. */
export async function deleteCode(db: Kysely<Database>, { purpose, subject }: Holder, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('codes')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteCodes(db: Kysely<Database>, holders: Holder[]): Promise<void> {
  for (const { purpose, subject } of holders) {
    await db.deleteFrom('codes').where('purpose', '=', purpose).where('subject', '=', subject).execute();
  }
}

export async function deleteCodesBefore(db: Kysely<Database>, before: string): Promise<void> {
  await db.deleteFrom('codes').where('expires', '<=', before).execute();
}
