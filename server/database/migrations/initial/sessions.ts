import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

export const sessionTables = ({ integer, bytes, bytewise, withoutRowid }: ColumnTypes) => [
  sql`create table sessions (
    id ${integer} primary key,
    merchant_id ${integer},
    demo ${integer} not null,
    secret_hash ${bytes} not null,
    state text not null,
    previous_state text,
    reference ${bytewise},
    callback_url text,
    face_verification ${integer} not null,
    passport_only ${integer} not null,
    user_ip text,
    user_agent text,
    reader_key_hash ${bytes},
    challenges ${integer} default 0 not null,
    failure_code text,
    failure_message text,
    chip text,
    specimen ${integer} default 0 not null,
    created text not null,
    expires text not null,
    initiated text,
    ended text,
    redacted text,
    verification_due text,
    verification_tries ${integer} default 0 not null,
    specimen_only ${integer} default 0 not null,
    require_clone_protection ${integer} default 0 not null,
    chip_authentications ${integer} default 0 not null,
    locale text,
    document_country text,
    failure_cause text,
    retention_hours ${integer} default 24 not null,
    identity_data_until text,
    opened text,
    refuse_weak ${integer} default 0 not null
  )`,
  // Indexes for the lists of an account, newest first. The indexes for rare values are partial, because the rows that an index
  // leaves out cost nothing.
  sql`create index sessions_list on sessions (merchant_id, created, id)`,
  sql`create index sessions_list_state on sessions (merchant_id, state, created, id)`,
  sql`create index sessions_list_reference on sessions (merchant_id, reference, created, id)
    where reference is not null`,
  sql`create index sessions_list_failure on sessions (merchant_id, failure_code, created, id)
    where failure_code is not null`,
  sql`create index sessions_list_country on sessions (merchant_id, document_country, created, id)
    where document_country is not null`,
  sql`create index sessions_list_specimen on sessions (merchant_id, created, id) where specimen = 1`,
  // The queues of the workers. Partial indexes, so that they contain only what a worker looks for.
  sql`create index sessions_expiring on sessions (expires) where state in ('CREATED', 'INITIATED')`,
  sql`create index sessions_verifying on sessions (verification_due) where state = 'COMPLETED'`,
  sql`create index sessions_to_redact on sessions (identity_data_until)
    where redacted is null and identity_data_until is not null`,
  sql`create index sessions_redacted on sessions (redacted) where redacted is not null`,
  sql`create index sessions_undated on sessions (ended)
    where redacted is null and ended is not null and identity_data_until is null`,
  sql`create table session_keys (session_id ${integer} primary key, wrapped_key ${bytes} not null, erasure_key text)`,
  sql`create index session_keys_erasure on session_keys (erasure_key) where erasure_key is not null`,
  sql`create table session_sealed (
    session_id ${integer} not null,
    kind text not null,
    sealed ${bytes} not null,
    constraint session_sealed_key primary key (session_id, kind)
  )`,
  sql`create table session_events (
    session_id ${integer} not null,
    kind text not null,
    at text not null,
    files text,
    constraint session_events_key primary key (session_id, kind)
  )`,
  sql`create table reader_challenges (
    session_id ${integer} not null,
    challenge_hash ${bytes} not null,
    expires text not null,
    constraint reader_challenges_key primary key (session_id, challenge_hash)
  )`,
  sql`create table usage_days (
    merchant_id ${integer} not null,
    day text not null,
    specimen ${integer} default 0 not null,
    created ${integer} default 0 not null,
    initiated ${integer} default 0 not null,
    completed ${integer} default 0 not null,
    approved ${integer} default 0 not null,
    rejected ${integer} default 0 not null,
    failed ${integer} default 0 not null,
    aborted ${integer} default 0 not null,
    opened ${integer} default 0 not null,
    constraint usage_days_key primary key (merchant_id, day, specimen)
  )`,
  // A day is always read as a whole, so its rows are stored together.
  sql`create table usage_parts (
    merchant_id ${integer} not null,
    day text not null,
    specimen ${integer} not null,
    kind text not null,
    name text not null,
    count ${integer} not null,
    constraint usage_parts_key primary key (merchant_id, day, specimen, kind, name)
  )${withoutRowid}`,
];
