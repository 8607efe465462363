/** What a team does with its sessions: shared views of the list, notes, and marks of sessions that need a look. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const team: Migration = {
  async up(db: Kysely<never>) {
    const { integer, bytes } = columnTypes(db);
    const statements = [
      sql`create table session_views (
        id ${integer} primary key,
        merchant_id ${integer} not null,
        user_id ${integer} not null,
        name text not null,
        query text not null,
        columns text not null,
        created text not null
      )`,
      sql`create unique index session_views_name on session_views (merchant_id, name)`,
      sql`create table session_notes (
        id ${integer} primary key,
        merchant_id ${integer} not null,
        session_id ${integer} not null,
        user_id ${integer} not null,
        sealed ${bytes} not null,
        created text not null,
        edited text
      )`,
      sql`create index session_notes_list on session_notes (session_id, created, id)`,
      sql`create table session_marks (
        session_id ${integer} primary key,
        merchant_id ${integer} not null,
        user_id ${integer} not null,
        assignee_id ${integer},
        created text not null
      )`,
      sql`create index session_marks_account on session_marks (merchant_id, assignee_id)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
