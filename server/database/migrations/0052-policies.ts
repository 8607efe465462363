import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const policies: Migration = {
  async up(db: Kysely<never>) {
    const { integer } = columnTypes(db);
    const statements = [
      sql`create table policies (
        id ${integer} primary key,
        merchant_id ${integer} not null,
        name text not null,
        version ${integer} not null,
        created text not null,
        deleted text
      )`,
      sql`create unique index policies_name on policies (merchant_id, name)`,
      sql`create index policies_list on policies (merchant_id, created, id)`,
      sql`create table policy_versions (
        policy_id ${integer} not null,
        version ${integer} not null,
        rules text not null,
        created text not null,
        constraint policy_versions_key primary key (policy_id, version)
      )`,
      sql`alter table sessions add column claims text`,
      sql`alter table sessions add column policy_id ${integer}`,
      sql`alter table sessions add column policy_version ${integer}`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
