import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

export const callbackTables = ({ integer, bytes }: ColumnTypes) => [
  sql`create table callbacks (
    id text primary key,
    merchant_id ${integer} not null,
    session_id ${integer} not null,
    type text not null,
    url text not null,
    session_state text not null,
    payload text not null,
    state text not null,
    created text not null,
    next_attempt text,
    attempts ${integer} default 0 not null,
    attempts_left ${integer} not null,
    resent ${integer} default 0 not null
  )`,
  // The outbox: by account first, so that finding an account's next event skips the backlog of the others.
  sql`create index callbacks_due on callbacks (merchant_id, next_attempt) where state = 'PENDING'`,
  sql`create index callbacks_list on callbacks (merchant_id, created, id)`,
  sql`create index callbacks_list_session on callbacks (merchant_id, session_id, created, id)`,
  sql`create index callbacks_list_state on callbacks (merchant_id, state, created, id)`,
  sql`create table callback_attempts (
    callback_id text not null,
    number ${integer} not null,
    created text not null,
    duration_ms ${integer} not null,
    status_code ${integer},
    error text,
    constraint callback_attempts_key primary key (callback_id, number)
  )`,
  sql`create table callback_secrets (
    merchant_id ${integer} primary key,
    secret ${bytes} not null,
    created text not null,
    previous_secret ${bytes},
    previous_expires text
  )`,
  sql`create table callback_listeners (
    merchant_id ${integer} primary key,
    position ${integer} not null,
    until text not null
  )`,
  sql`create table listened_events (
    merchant_id ${integer} not null,
    position ${integer} not null,
    id text not null,
    created text not null,
    payload text not null,
    constraint listened_events_key primary key (merchant_id, position)
  )`,
  sql`create index listened_events_created on listened_events (created)`,
  sql`create table callback_days (
    merchant_id ${integer} not null,
    host text not null,
    day text not null,
    delivered ${integer} not null,
    delivered_at_first ${integer} not null,
    failed ${integer} not null,
    constraint callback_days_key primary key (merchant_id, host, day)
  )`,
  sql`create table callback_answer_times (
    merchant_id ${integer} not null,
    host text not null,
    day text not null,
    ms ${integer} not null,
    answers ${integer} not null,
    constraint callback_answer_times_key primary key (merchant_id, host, day, ms)
  )`,
  sql`create table callback_endpoints (
    merchant_id ${integer} not null,
    host text not null,
    failures ${integer} not null,
    failing_since text,
    last_failure text,
    last_status ${integer},
    last_error text,
    alerted text,
    constraint callback_endpoints_key primary key (merchant_id, host)
  )`,
];
