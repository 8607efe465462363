import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const deliveryKeys: Migration = {
  async up(db: Kysely<never>) {
    const { integer, bytewise } = columnTypes(db);
    // `is_current` is 1 or null, and unique, so that an account never has two current keys.
    await sql`create table delivery_keys (
      merchant_id ${integer} not null,
      kid ${bytewise} not null,
      alg text not null,
      jwk text not null,
      is_current ${integer},
      created text not null,
      constraint delivery_keys_key primary key (merchant_id, kid),
      constraint delivery_keys_current unique (merchant_id, is_current)
    )`.execute(db);
    await sql`alter table sessions add column delivery_kid text`.execute(db);
  },
};
