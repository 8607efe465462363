/** Verification sessions, their encrypted identity data and the reader's challenges. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const sessions: Migration = {
  async up(db: Kysely<never>) {
    const { integer, text, bytes } = columnTypes(db);
    await db.schema
      .createTable('sessions')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('merchant_id', integer)
      .addColumn('demo', integer, (column) => column.notNull())
      .addColumn('secret_hash', bytes, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('previous_state', text)
      .addColumn('reference', text)
      .addColumn('callback_url', text)
      .addColumn('face_verification', integer, (column) => column.notNull())
      .addColumn('passport_only', integer, (column) => column.notNull())
      .addColumn('user_ip', text)
      .addColumn('user_agent', text)
      .addColumn('reader_key_hash', bytes)
      .addColumn('challenges', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('failure_code', text)
      .addColumn('failure_message', text)
      .addColumn('chip', text)
      .addColumn('specimen', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('created', text, (column) => column.notNull())
      .addColumn('expires', text, (column) => column.notNull())
      .addColumn('initiated', text)
      .addColumn('ended', text)
      .addColumn('redacted', text)
      .addColumn('verification_due', text)
      .addColumn('verification_tries', integer, (column) => column.notNull().defaultTo(0))
      .execute();
    // The lists of an account, newest first: all sessions, those in one state, and those with one reference.
    await db.schema.createIndex('sessions_list').on('sessions').columns(['merchant_id', 'created', 'id']).execute();
    await db.schema
      .createIndex('sessions_list_state')
      .on('sessions')
      .columns(['merchant_id', 'state', 'created', 'id'])
      .execute();
    await sql`create index sessions_list_reference on sessions (merchant_id, reference, created, id) where reference is not null`.execute(
      db,
    );
    // The queues of the workers. They contain only what will become due, so they stay small.
    await sql`create index sessions_expiring on sessions (expires) where state in ('CREATED', 'INITIATED')`.execute(db);
    await sql`create index sessions_verifying on sessions (verification_due) where state = 'COMPLETED'`.execute(db);
    await sql`create index sessions_redacted on sessions (redacted) where redacted is not null`.execute(db);
    await sql`create index sessions_to_redact on sessions (ended) where redacted is null and ended is not null`.execute(
      db,
    );

    await db.schema
      .createTable('session_keys')
      .addColumn('session_id', integer, (column) => column.primaryKey())
      .addColumn('wrapped_key', bytes, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('session_sealed')
      .addColumn('session_id', integer, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('sealed', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('session_sealed_key', ['session_id', 'kind'])
      .execute();
    await db.schema
      .createTable('reader_challenges')
      .addColumn('session_id', integer, (column) => column.notNull())
      .addColumn('challenge_hash', bytes, (column) => column.notNull())
      .addColumn('expires', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('reader_challenges_key', ['session_id', 'challenge_hash'])
      .execute();
  },
};
