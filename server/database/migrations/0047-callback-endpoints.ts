import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const callbackEndpoints: Migration = {
  async up(db: Kysely<never>) {
    const { integer, bytewise } = columnTypes(db);
    const statements = [
      sql`create table account_events (
        id ${bytewise} primary key,
        merchant_id ${integer} not null,
        type text not null,
        payload text not null
      )`,
      sql`create index account_events_replay on account_events (merchant_id, id)`,
      sql`create table account_endpoints (
        id ${integer} primary key,
        merchant_id ${integer} not null,
        url text not null,
        description text,
        event_types text,
        enabled ${integer} not null,
        created text not null
      )`,
      sql`create index account_endpoints_list on account_endpoints (merchant_id, created, id)`,
      sql`create table endpoint_deliveries (
        endpoint_id ${integer} not null,
        event_id ${bytewise} not null,
        state text not null,
        next_attempt text,
        attempts ${integer} not null,
        attempts_left ${integer} not null,
        resent ${integer} not null,
        last_created text,
        last_duration_ms ${integer},
        last_status ${integer},
        last_error text,
        constraint endpoint_deliveries_key primary key (endpoint_id, event_id)
      )`,
      // By endpoint first, so that finding an endpoint's next delivery skips the backlog of the others.
      sql`create index endpoint_deliveries_due on endpoint_deliveries (endpoint_id, next_attempt) where state = 'PENDING'`,
      sql`create index endpoint_deliveries_list_state on endpoint_deliveries (endpoint_id, state, event_id)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
