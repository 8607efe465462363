import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

export const accountTables = ({ integer, bytes, withoutRowid }: ColumnTypes) => [
  sql`create table merchants (
    id ${integer} primary key,
    name text,
    billing_state text default 'TRIAL' not null,
    reference text,
    created text not null,
    deleted text,
    audit_sequence ${integer} default 0 not null,
    audit_hash text default '' not null,
    require_clone_protection ${integer} default 0 not null,
    brand_color text,
    default_locale text,
    require_second_factor ${integer} default 0 not null,
    retention_hours ${integer} default 24 not null,
    return_addresses text,
    suspended text,
    refuse_weak ${integer} default 0 not null
  )`,
  sql`create table merchant_logos (merchant_id ${integer} primary key, sha256 text not null, png ${bytes} not null)`,
  sql`create index merchant_logos_sha256 on merchant_logos (sha256)`,
  sql`create table users (
    id ${integer} primary key,
    merchant_id ${integer} not null references merchants(id),
    type text not null,
    email text,
    email_key text unique,
    email_verified ${integer} not null,
    alias text not null,
    name text,
    locale text not null,
    created text not null,
    last_used text,
    role text,
    pending_email text
  )`,
  sql`create index users_merchant on users (merchant_id, created)`,
  // The lookup of an API key, the first step of most calls, reads one row, which includes the account and is stored by public key.
  // The table is created under another name and renamed, so that on PostgreSQL its constraints keep that first name, as in
  // databases from before this migration.
  sql`create table service_keys_by_public_key (
    public_key text not null primary key,
    user_id ${integer} not null unique references users(id) on delete cascade,
    merchant_id ${integer} not null references merchants(id),
    secret_hash ${bytes} not null,
    previous_secret_hash ${bytes},
    previous_expires text
  )${withoutRowid}`,
  sql`alter table service_keys_by_public_key rename to service_keys`,
  sql`create table invites (
    id ${integer} primary key,
    merchant_id ${integer} not null references merchants(id),
    token_hash text not null unique,
    created text not null,
    expires text not null,
    used text,
    email text,
    email_key text,
    user_id ${integer},
    revoked text,
    role text default 'developer' not null
  )`,
  sql`create index invites_expires on invites (expires)`,
  sql`create index invites_list on invites (merchant_id, created, id)`,
  sql`create table email_changes (
    code_hash text primary key,
    user_id ${integer} not null references users(id) on delete cascade,
    email text not null,
    email_key text not null,
    created text not null,
    expires text not null
  )`,
  sql`create index email_changes_email_key on email_changes (email_key)`,
  sql`create index email_changes_expires on email_changes (expires)`,
  sql`create index email_changes_user_id on email_changes (user_id)`,
  sql`create table passwords (
    user_id ${integer} primary key references users(id) on delete cascade,
    hash text not null
  )`,
  sql`create table totps (
    user_id ${integer} primary key references users(id) on delete cascade,
    secret ${bytes},
    pending_secret ${bytes},
    created text not null,
    last_step ${integer} not null
  )`,
  sql`create table recovery_codes (
    hash text primary key,
    user_id ${integer} not null references users(id) on delete cascade
  )`,
  sql`create index recovery_codes_user on recovery_codes (user_id)`,
  sql`create table passkeys (
    id ${integer} primary key,
    user_id ${integer} not null references users(id) on delete cascade,
    credential_id text not null unique,
    public_key ${bytes} not null,
    counter ${integer} not null,
    name text not null,
    created text not null,
    last_used text
  )`,
  sql`create index passkeys_user on passkeys (user_id)`,
  sql`create table passkey_challenges (
    hash text primary key,
    browser_hash text not null,
    purpose text not null,
    user_id ${integer},
    expires text not null
  )`,
  sql`create index passkey_challenges_expires on passkey_challenges (expires)`,
  sql`create table sign_in_subjects (
    issuer text not null,
    subject text not null,
    user_id ${integer} not null references users(id) on delete cascade,
    constraint sign_in_subjects_primary_key primary key (issuer, subject)
  )`,
  sql`create index sign_in_subjects_user on sign_in_subjects (user_id)`,
  sql`create table sign_in_attempts (
    state_hash text primary key,
    provider text not null,
    browser_hash text not null,
    expires text not null
  )`,
  sql`create index sign_in_attempts_browser on sign_in_attempts (browser_hash, provider, expires)`,
  sql`create index sign_in_attempts_expires on sign_in_attempts (expires)`,
  sql`create table credentials (
    id ${integer} primary key,
    user_id ${integer} not null references users(id) on delete cascade,
    created text not null,
    expires text not null,
    user_agent text,
    last_used text,
    proven text,
    second_factor ${integer} default 0 not null
  )`,
  sql`create index credentials_expires on credentials (expires)`,
  sql`create index credentials_user on credentials (user_id)`,
  sql`create table tokens (
    hash text primary key,
    credential_id ${integer} not null references credentials(id) on delete cascade,
    kind text not null,
    expires text not null,
    replaced text
  )`,
  sql`create index tokens_credential on tokens (credential_id)`,
  sql`create table codes (
    purpose text not null,
    subject text not null,
    hash text not null,
    expires text not null,
    constraint codes_primary_key primary key (purpose, subject)
  )`,
  sql`create index codes_expires on codes (expires)`,
  sql`create table throttles (id text primary key, empty_at ${integer} not null)`,
  sql`create index throttles_empty_at on throttles (empty_at)`,
];
