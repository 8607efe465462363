import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

export const recordTables = ({ integer, bytes, withoutRowid }: ColumnTypes) => [
  sql`create table mails (
    id ${integer} primary key,
    recipient text not null,
    template text not null,
    subject text not null,
    text text not null,
    html text not null,
    sealed ${bytes},
    state text not null,
    attempts ${integer} not null,
    next_attempt text not null,
    created text not null
  )`,
  sql`create index mails_created on mails (created)`,
  sql`create index mails_due on mails (next_attempt) where state = 'PENDING'`,
  sql`create table audit_entries (
    id ${integer} primary key,
    merchant_id ${integer} not null,
    sequence ${integer} not null,
    created text not null,
    action text not null,
    actor text not null,
    user_id ${integer},
    target_id ${integer},
    request_id text,
    hash text not null,
    reason text,
    constraint audit_entries_sequence unique (merchant_id, sequence)
  )`,
  sql`create index audit_entries_target on audit_entries (target_id) where target_id is not null`,
  sql`create table idempotency_keys (
    id text primary key,
    fingerprint text not null,
    status ${integer} not null,
    answer ${bytes} not null,
    expires text not null
  )`,
  sql`create index idempotency_keys_expires on idempotency_keys (expires)`,
  // Ids sort by time, so the primary key serves for listing, lookup and deletion by age.
  sql`create table api_requests (
    merchant_id ${integer} not null,
    request_id text not null,
    user_id ${integer} not null,
    operation text not null,
    status ${integer} not null,
    code text,
    duration_ms ${integer} not null,
    session_id ${integer},
    constraint api_requests_key primary key (merchant_id, request_id)
  )${withoutRowid}`,
  sql`create index api_requests_refused on api_requests (merchant_id, request_id) where status >= 400`,
  // By session alone: with the account in front, SQLite prefers the primary key and reads all of the account's calls.
  sql`create index api_requests_session on api_requests (session_id, request_id)
    where session_id is not null`,
  sql`create table call_counts (
    id text not null,
    window_start ${integer} not null,
    calls ${integer} not null,
    expires ${integer} not null,
    changed ${integer} not null,
    constraint call_counts_key primary key (id, window_start)
  )`,
  sql`create index call_counts_changed on call_counts (changed)`,
  sql`create index call_counts_expires on call_counts (expires)`,
  sql`create table local_settings (name text primary key, value text not null)`,
  sql`create table server_state (name text primary key, value ${bytes} not null)`,
  sql`create table proof_keys (
    id text primary key,
    public_key text not null,
    private_key ${bytes},
    is_current ${integer} unique,
    created text not null,
    retired text,
    withdrawn text
  )`,
  sql`create table trust_sources (
    id ${integer} primary key,
    kind text not null,
    name text not null,
    sha256 text not null,
    country text,
    dated text,
    signer text,
    root ${bytes},
    imported text not null,
    imported_by text not null,
    constraint trust_sources_name unique (name, kind)
  )`,
  sql`create table trust_objects (
    source_id ${integer} not null,
    position ${integer} not null,
    kind text not null,
    dn text,
    serial_number text,
    key_id text,
    content ${bytes} not null,
    constraint trust_objects_key primary key (source_id, position)
  )`,
  sql`create index trust_objects_dn on trust_objects (dn)`,
  sql`create index trust_objects_key_id on trust_objects (key_id)`,
  sql`create index trust_objects_serial on trust_objects (serial_number)`,
  sql`create table trust_log (
    sequence ${integer} primary key,
    created text not null,
    action text not null,
    actor text not null,
    kind text,
    name text,
    sha256 text,
    details text not null,
    hash text not null
  )`,
  sql`create table status_days (
    component text not null,
    day text not null,
    samples ${integer} not null,
    degraded ${integer} not null,
    down ${integer} not null,
    state text not null,
    sampled text not null,
    constraint status_days_key primary key (component, day)
  )`,
  sql`create table status_notes (
    sequence ${integer} primary key,
    incident ${integer} not null,
    kind text not null,
    component text,
    created text not null,
    text_en text not null,
    text_es text not null,
    actor text not null,
    hash text not null
  )`,
  sql`create table hash_chain_heads (
    chain text primary key,
    sequence ${integer} not null,
    hash text not null,
    found ${integer} not null
  )`,
];
