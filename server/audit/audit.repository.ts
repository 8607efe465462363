import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { AuditEntryTable } from './audit.table.ts';

/** Takes the next number of the account's chain. The row stays locked until the transaction ends, so that no two links follow one. */
export function takeSequence(db: Kysely<Database>, merchantId: number) {
  return db
    .updateTable('merchants')
    .set((eb) => ({ audit_sequence: eb('audit_sequence', '+', 1) }))
    .where('id', '=', merchantId)
    .returning(['audit_sequence', 'audit_hash'])
    .executeTakeFirstOrThrow();
}

export async function insertEntry(db: Kysely<Database>, entry: AuditEntryTable): Promise<void> {
  await db.insertInto('audit_entries').values(entry).execute();
  await db.updateTable('merchants').set({ audit_hash: entry.hash }).where('id', '=', entry.merchant_id).execute();
}

/** The accounts that have a chain, deleted ones too, in no order. */
export function listChains(db: Kysely<Database>) {
  return db.selectFrom('merchants').select('id').execute();
}

export function findChainHead(db: Kysely<Database>, merchantId: number) {
  return db
    .selectFrom('merchants')
    .select(['audit_sequence', 'audit_hash'])
    .where('id', '=', merchantId)
    .executeTakeFirst();
}

export function findEntry(db: Kysely<Database>, merchantId: number, id: number) {
  return db
    .selectFrom('audit_entries')
    .select('sequence')
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** Newest first. */
export function listEntries(db: Kysely<Database>, merchantId: number, before: number | undefined, limit: number) {
  const query = db
    .selectFrom('audit_entries')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('sequence', 'desc')
    .limit(limit);
  return (before === undefined ? query : query.where('sequence', '<', before)).execute();
}

/** In the order in which they were written. */
export function readChain(db: Kysely<Database>, merchantId: number, after: number, limit: number) {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}
