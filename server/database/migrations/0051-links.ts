import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const links: Migration = {
  async up(db: Kysely<never>) {
    const { integer } = columnTypes(db);
    const statements = [
      sql`create table links (
        id ${integer} primary key,
        merchant_id ${integer} not null,
        code text not null,
        name text not null,
        title text,
        brand_color text,
        session_limit ${integer},
        expires text,
        ended text,
        options text not null,
        started ${integer} not null,
        approved ${integer} not null,
        rejected ${integer} not null,
        created text not null
      )`,
      sql`create unique index links_code on links (code)`,
      sql`create index links_list on links (merchant_id, created, id)`,
      sql`alter table sessions add column link_id ${integer}`,
      sql`alter table sessions add column link_sent text`,
      sql`create index sessions_list_link on sessions (link_id, created, id) where link_id is not null`,
      sql`create index sessions_link_open on sessions (link_id, created) where link_id is not null and state in ('CREATED', 'INITIATED', 'COMPLETED')`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
