/**
 * The heads of the trust log and of the notes about incidents, which reveal the deletion of their newest entries. They start from
 * the existing entries: `found` records how many there were, since earlier deletions cannot be detected.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

const CHAINS = [
  { chain: 'trust', log: 'trust_log' },
  { chain: 'incidents', log: 'status_notes' },
];

export const hashChainHeads: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text } = columnTypes(db);
    await db.schema
      .createTable('hash_chain_heads')
      .addColumn('chain', text, (column) => column.primaryKey())
      .addColumn('sequence', integer, (column) => column.notNull())
      .addColumn('hash', text, (column) => column.notNull())
      .addColumn('found', integer, (column) => column.notNull())
      .execute();
    for (const { chain, log } of CHAINS) {
      const entries = sql.table(log);
      await sql`
        insert into hash_chain_heads (chain, sequence, hash, found) values (
          ${sql.lit(chain)},
          coalesce((select max(sequence) from ${entries}), 0),
          coalesce((select hash from ${entries} order by sequence desc limit 1), ''),
          (select count(*) from ${entries})
        )`.execute(db);
    }
  },
};
