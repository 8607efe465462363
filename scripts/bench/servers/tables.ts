/**
 * The database of the servers that this service is compared with: the columns, keys and indexes that the measured calls need, as
 * the service has them, and the same account, key, sign-in and sessions. It stays as it is when the service changes its tables, so
 * that the yardstick does not move. Images and identity data are stored as plain text.
 */
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Prepared } from '../prepare.ts';

export const TABLES = `
  create table merchants (id integer primary key, name text, billing_state text not null, created text not null, deleted text);
  create table users (id integer primary key, merchant_id integer not null references merchants (id), type text not null,
    email text, email_key text unique, email_verified integer not null, alias text not null, name text, locale text not null,
    created text not null, last_used text);
  create table service_keys (public_key text primary key not null, user_id integer not null unique references users (id)
    on delete cascade, merchant_id integer not null, secret_hash blob not null, previous_secret_hash blob,
    previous_expires text) without rowid;
  create table credentials (id integer primary key, user_id integer not null references users (id) on delete cascade,
    created text not null, expires text not null);
  create table tokens (hash text primary key, credential_id integer not null references credentials (id) on delete cascade,
    kind text not null, expires text not null, replaced text);
  create table billing_accounts (merchant_id integer primary key references merchants (id), credit integer not null,
    unit_price integer not null, trial_ends text);
  create table sessions (id integer primary key, merchant_id integer, demo integer not null, secret_hash blob not null,
    state text not null, previous_state text, reference text, callback_url text, face_verification integer not null,
    passport_only integer not null, user_ip text, user_agent text, reader_key_hash blob, challenges integer not null default 0,
    failure_code text, failure_message text, chip text, specimen integer not null default 0, created text not null,
    expires text not null, initiated text, ended text, redacted text, verification_due text,
    verification_tries integer not null default 0);
  create index sessions_list on sessions (merchant_id, created, id);
  create index sessions_list_state on sessions (merchant_id, state, created, id);
  create index sessions_list_reference on sessions (merchant_id, reference, created, id) where reference is not null;
  create index sessions_expiring on sessions (expires) where state in ('CREATED', 'INITIATED');
  create table session_keys (session_id integer primary key, wrapped_key blob not null);
  create table session_sealed (session_id integer not null, kind text not null, sealed blob not null, primary key (session_id, kind));
  create table usage_days (merchant_id integer not null, day text not null, specimen integer not null, created integer not null default 0,
    primary key (merchant_id, day, specimen));
  create table api_requests (merchant_id integer not null, request_id text not null, user_id integer not null, operation text not null,
    status integer not null, code text, duration_ms integer not null, session_id integer, primary key (merchant_id, request_id)) without rowid;
  create index api_requests_session on api_requests (session_id, request_id) where session_id is not null;
  create index api_requests_refused on api_requests (merchant_id, request_id) where status >= 400;
  create table call_counts (id text not null, window_start integer not null, calls integer not null, expires integer not null,
    changed integer not null, primary key (id, window_start));
  create index call_counts_changed on call_counts (changed);
  create index call_counts_expires on call_counts (expires);
`;

/** Opens a database as the service opens its own: an answered write is on disk. */
export function openFile(file: string): Database.Database {
  const db = new Database(file);
  for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'secure_delete = ON'])
    db.pragma(setting);
  return db;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const NEVER = '9999-01-01T00:00:00.000Z';

/** Makes the database of a server with what the service holds too. */
export function fillDatabase(file: string, { key, access_token, open, approved }: Prepared): void {
  const db = openFile(file);
  db.exec(TABLES);
  const created = new Date().toISOString();
  const insert = inserter(db);
  db.transaction(() => {
    insert('merchants', { id: 1, billing_state: 'TRIAL', created });
    insert('billing_accounts', { merchant_id: 1, credit: 25_000_000, unit_price: 100_000, trial_ends: NEVER });
    const user = { merchant_id: 1, email_verified: 0, alias: 'bench', locale: 'en', created };
    insert('users', { ...user, id: 1, type: 'NATURAL' });
    insert('users', { ...user, id: 2, type: 'SERVICE' });
    insert('service_keys', { user_id: 2, merchant_id: 1, public_key: key.public_key, secret_hash: sha256(key.secret) });
    insert('credentials', { id: 1, user_id: 1, created, expires: NEVER });
    const hash = sha256(access_token).toString('base64url');
    insert('tokens', { hash, credential_id: 1, kind: 'ACCESS', expires: NEVER });
    for (const session of [...open, ...approved]) insertSession(insert, session);
  })();
  db.close();
}

type Insert = ReturnType<typeof inserter>;
type Row = Record<string, string | number | Uint8Array | undefined>;

function inserter(db: Database.Database) {
  return (table: string, row: Row): void => {
    const entries = Object.entries(row).filter(([, value]) => value !== undefined);
    const names = entries.map(([name]) => name).join(', ');
    const places = entries.map(() => '?').join(', ');
    db.prepare(`insert into ${table} (${names}) values (${places})`).run(entries.map(([, value]) => value));
  };
}

function insertSession(insert: Insert, session: Prepared['open'][number]): void {
  const { id, state, created, expires, face_verification, passport_only, specimen, ...rest } = session;
  const { reference, initiated, ended, user_ip, user_agent, chip, portrait, face, ...identity } = rest as Record<
    string,
    string | undefined
  >;
  insert('sessions', {
    ...{ id, merchant_id: 1, demo: 0, secret_hash: sha256(String(id)), state, created, expires },
    ...{
      face_verification: Number(face_verification),
      passport_only: Number(passport_only),
      specimen: Number(specimen),
    },
    ...{ reference, initiated, ended, user_ip, user_agent, chip: chip && JSON.stringify(chip) },
  });
  if (!portrait) return;
  insert('session_keys', { session_id: id, wrapped_key: Buffer.alloc(80) });
  const pieces = { identity: JSON.stringify(identity), portrait: Buffer.from(portrait, 'base64'), face };
  insert('session_sealed', { session_id: id, kind: 'identity', sealed: Buffer.from(pieces.identity) });
  insert('session_sealed', { session_id: id, kind: 'portrait', sealed: pieces.portrait });
  if (face) insert('session_sealed', { session_id: id, kind: 'face', sealed: Buffer.from(face, 'base64') });
}
