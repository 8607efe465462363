import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const seenDocuments: Migration = {
  async up(db: Kysely<never>) {
    const { integer, bytes } = columnTypes(db);
    const statements = [
      sql`alter table merchants add column document_memory_days ${integer} default 0 not null`,
      sql`create table seen_documents (
        session_id ${integer} primary key,
        merchant_id ${integer} not null,
        document_hash ${bytes} not null,
        verified text not null
      )`,
      sql`create index seen_documents_same on seen_documents (merchant_id, document_hash, verified, session_id)`,
      sql`create index seen_documents_old on seen_documents (merchant_id, verified)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
