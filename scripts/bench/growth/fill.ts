/**
 * Fills a database with the history of an installation. Each statement creates many rows in one of the product's own tables. The
 * measured account must exist, and gets about a tenth of the sessions. Pending work (callbacks) does not grow with the history.
 * What does grow, but only up to a limit, is at that limit from the start: every day has sessions, and the request log is longer
 * than what the search for one page reads.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/database/database.ts';
import { MOST_LOOKED_AT } from '../../../server/requests/request.service.ts';
import { say } from '../measure.ts';

export interface Filling {
  db: Kysely<Database>;
  dialect: Dialect;
  sessions: number;
  merchant_id: number;
  user_id: number;
  /** Of how many sessions one belongs to the measured account: 11 by default. */
  one_in?: number;
}

export interface Dialect {
  name: string;
  /** SQL for the numbers 1 to `count` as column `i` of a table `n`. */
  series(count: number): string;
  timestamp(seconds: string | number): string;
  bytes(length: number): string;
  whole(value: string): string;
  hex(value: string, digits: number): string;
  afterwards: string;
}

export const sqlite: Dialect = {
  name: 'sqlite',
  series: (count) =>
    `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`,
  timestamp: (seconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`,
  bytes: (length) => `randomblob(${length})`,
  whole: (value) => `cast(${value} as integer)`,
  hex: (value, digits) => `printf('%0${digits}x', ${value})`,
  afterwards: 'pragma wal_checkpoint(truncate)',
};

export const postgresql: Dialect = {
  name: 'postgresql',
  series: (count) => `(select cast(s as bigint) as i from generate_series(1, ${count}) as s) as n`,
  timestamp: (seconds) => `to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  bytes: (length) => `decode(repeat(md5(cast(n.i as text)), ${Math.ceil(length / 16)}), 'hex')`,
  whole: (value) => `cast(floor(${value}) as bigint)`,
  hex: (value, digits) => `lpad(to_hex(${value}), ${digits}, '0')`,
  afterwards: 'vacuum analyze',
};

export async function fill(filling: Filling): Promise<void> {
  const { db, dialect, sessions } = filling;
  for (const statement of [...accountRows(filling), ...sessionRows(filling), ...otherRows(filling)]) {
    say(`${dialect.name}, ${sessions} sessions: ${statement.split(' ', 1)[0]} …`);
    await sql.raw(`insert into ${statement}`).execute(db);
  }
  await sql.raw(dialect.afterwards).execute(db);
}

const DAY = 86_400;
const DAYS = 60;
/** Pending callbacks, spread over this many accounts. They are due after the measurement, so that the service does not send them. */
const PENDING = { callbacks: 100, accounts: 20 };
export const DUE_AFTER_SECONDS = DAY;
/** Ended sessions whose identity data becomes due at the same time. */
export const DUE_SESSIONS = 1_000;
/** This many numbers of the audit log are reserved for the measured calls. */
const MEASURED_ENTRIES = 1_000_000;
/** `operation` is one of every `one_in` logged calls. */
export const RARE = { operation: 'session.redact', one_in: 5_000 };
const NOW = Math.floor(Date.now() / 1000);

/** The measured account has at least this many reusable links. About half of its sessions were started from links. */
const LINKS = 25;

/**
 * An id that looks random, like the service's own, and is unique for each number up to 1,449,273. Above that, the product exceeds
 * 64 bits.
 */
const idOf = (number: string): string => `((${number}) * 6364136223846) % 9007199254740881 + 1`;
const othersOf = ({ sessions }: Filling): number => Math.max(PENDING.accounts, Math.ceil(sessions / 100));
const ownerOf = (filling: Filling, number: string): string =>
  `case when ${number} % ${filling.one_in ?? 11} = 0 or ${number} <= 200 then ${filling.merchant_id} else 1 + (${number} * 31) % ${othersOf(filling)} end`;

function accountRows(filling: Filling): string[] {
  const { series, timestamp } = filling.dialect;
  const [created, from] = [timestamp(NOW - DAYS * DAY), `from ${series(othersOf(filling))}`];
  return [
    `merchants (id, billing_state, created)
       select n.i, 'ACTIVE', ${created} ${from}`,
    `users (id, merchant_id, type, email, email_key, email_verified, alias, locale, created)
       select n.i, n.i, 'NATURAL', 'user-' || n.i || '@example.com', 'user-' || n.i || '@example.com', 1, 'user', 'en', ${created} ${from}`,
    `billing_accounts (merchant_id, credit, unit_price, monthly_commitment, cycle_start_day, cycle_start, cycle_end, enabled)
       select n.i, 0, 100000, 0, 1, substr(${timestamp(NOW)}, 1, 10), '9999-01-01', ${created} ${from}`,
  ];
}

const STATE = `case when n.i % 10 < 7 then 'APPROVED' when n.i % 10 = 7 then 'REJECTED' when n.i % 10 = 8 then 'FAILED' else 'ABORTED' end`;
const CHIP = `'{"checks":{"issuer":{"result":"PASSED"},"signature":{"result":"PASSED"},"data":{"result":"PASSED"}},"notes":"${'certificates and algorithms '.repeat(20)}"}'`;

/**
 * Sixty days of sessions and their counters. Every day of the measured account is busy, because with empty days a small history
 * would be faster to read.
 */
function sessionRows(filling: Filling): string[] {
  const { dialect, sessions, merchant_id } = filling;
  const { series, timestamp, bytes, whole } = dialect;
  const seconds = `${NOW - DAYS * DAY} + ${whole(`n.i * ${((DAYS * DAY - 600) / sessions).toFixed(6)}`)}`;
  const isRedacted = `${seconds} < ${NOW - DAY - 600}`;
  const unredacted = `(select id as i from sessions where redacted is null and state = 'APPROVED') as n`;
  const count = (states: string) => `sum(case when state in (${states}) then 1 else 0 end)`;
  const dayAgo = `substr(${timestamp(`${NOW} - n.i * ${DAY}`)}, 1, 10)`;
  const parts: Record<string, string[]> = {
    failure: ['nfc_lost', 'read_error', 'session_expired'],
    rejection: ['document_expired', 'issuer_unknown', 'sod_signature_invalid'],
    approved_country: Array.from({ length: 80 }, (_, at) => 'ABCDEFGHIJ'[at % 10]! + 'ADEGLMRT'[Math.floor(at / 10)]!),
    platform: ['IOS', 'ANDROID', 'WEB', 'CLI'],
    result_time: Array.from({ length: 60 }, (_, at) => String(40 + at)),
  };
  const values = Object.entries(parts).flatMap(([kind, names]) => names.map((name) => `('${kind}', '${name}')`));
  return [
    `sessions (id, merchant_id, demo, secret_hash, state, previous_state, reference, face_verification, passport_only, challenges, failure_code,
       document_country, chip, specimen, created, expires, opened, initiated, ended, identity_data_until, redacted, verification_tries,
       link_id)
       select ${idOf('n.i')}, ${ownerOf(filling, 'n.i')}, 0, ${bytes(32)}, ${STATE}, 'INITIATED', 'order-' || (n.i / 10), 0, 0, 1,
         case n.i % 10 when 7 then 'document_expired' when 8 then 'session_expired' end,
         case when n.i % 10 <= 7 and not (${isRedacted}) then case n.i % 3 when 0 then 'SE' when 1 then 'DE' else 'FR' end end,
         case when n.i % 10 <= 7 then ${CHIP} end, case when n.i % 50 = 0 then 1 else 0 end, ${timestamp(seconds)},
         ${timestamp(`${seconds} + ${DAY}`)}, ${timestamp(`${seconds} + 30`)}, ${timestamp(`${seconds} + 60`)}, ${timestamp(`${seconds} + 300`)},
         ${timestamp(`${seconds} + 300 + ${DAY}`)}, case when ${isRedacted} then ${timestamp(`${seconds} + 300 + ${DAY}`)} end, 0,
         case when n.i % 22 = 0 then ${idOf(`1 + n.i / 22 % ${LINKS}`)} end from ${series(sessions)}`,
    `session_keys (session_id, wrapped_key) select n.i, ${bytes(64)} from ${unredacted}`,
    `session_sealed (session_id, kind, sealed) select n.i, 'portrait', ${bytes(2_000)} from ${unredacted}`,
    `usage_days (merchant_id, day, specimen, created, opened, initiated, completed, approved, rejected, failed, aborted)
       select merchant_id, substr(created, 1, 10), 0, count(*), count(opened), count(initiated), ${count("'APPROVED', 'REJECTED'")},
         ${count("'APPROVED'")}, ${count("'REJECTED'")}, ${count("'FAILED'")}, ${count("'ABORTED'")}
       from sessions where merchant_id is not null group by merchant_id, substr(created, 1, 10)`,
    `usage_days (merchant_id, day, specimen, created)
       select ${merchant_id}, ${dayAgo}, 0, 1 from ${series(DAYS)} where true on conflict do nothing`,
    `usage_parts (merchant_id, day, specimen, kind, name, count)
       select ${merchant_id}, ${dayAgo}, 0, part.column1, part.column2, ${Math.ceil(sessions / DAYS / 100)}
       from ${series(DAYS)} cross join (values ${values.join(', ')}) as part`,
  ];
}

/** Rows of an account's other lists. Rows of one page are close together, as when they are written one by one. */
function otherRows(filling: Filling): string[] {
  const { dialect, sessions, merchant_id, user_id } = filling;
  const { series, timestamp, hex, whole } = dialect;
  const tenth = series(Math.ceil(sessions / 10));
  const thousandth = series(Math.max(LINKS, Math.ceil(sessions / 1000)));
  const recently = timestamp(`${NOW - 3 * DAY} + n.i % ${2 * DAY}`);
  const later = timestamp(NOW + 30 * DAY);
  const month = `(2015 + n.i / 12) || '-' || substr('0' || (1 + n.i % 12), length('0' || (1 + n.i % 12)) - 1, 2)`;
  const bill = `${month} || '-01', ${month} || '-28', ${month} || '-01T00:00:00.000Z', '[]', 100000, 0, 0, 100000, 'PAID'`;
  const months = Math.min(120, Math.max(24, Math.ceil(sessions / 1000)));
  const day = `substr(${timestamp(`${NOW} - (n.i % 7) * ${DAY}`)}, 1, 10), 'hooks-' || (n.i / 7 % 5) || '.example'`;
  const files = JSON.stringify(['sod', 'dg1', 'dg2', 'dg14'].map((file) => ({ file, bytes: 2_000, duration_ms: 400 })));
  const CALLBACK =
    'id, merchant_id, session_id, type, url, session_state, payload, state, created, next_attempt, attempts, attempts_left';
  const TYPE_AND_URL = `'session.state_changed', 'https://shop.example/sigill/callback'`;
  const BILL = 'id, merchant_id, cycle_start, cycle_end, created, billables, subtotal, vat_rate, vat, total, state';
  const requests = (count: number, merchant: string | number, session: string, turns: string): string => {
    const ms = `${(NOW - 25 * DAY) * 1000} + ${whole(`n.i * ${((20 * DAY * 1000) / count).toFixed(6)}`)}`;
    return `api_requests (merchant_id, request_id, user_id, operation, status, code, duration_ms, session_id)
       select ${merchant}, 'req_' || ${hex(ms, 12)} || '${turns}' || ${hex('n.i', 9)}, ${user_id},
         case when n.i % ${RARE.one_in} = 0 then '${RARE.operation}' when n.i % 3 = 0 then 'session.create' else 'session.state' end,
         case when n.i % 100 = 0 then 404 else 200 end, case when n.i % 100 = 0 then 'not_found' end, 3, ${session}
       from ${series(count)} order by 1, 2`;
  };
  return [
    `callbacks (${CALLBACK})
       select 'msg_' || id || 'abcdefghijklmnop', merchant_id, id, ${TYPE_AND_URL}, state,
         '{"type":"session.state_changed","data":{"id":' || id || ',"state":"' || state || '","previous_state":"INITIATED"}}',
         case when id % 20 = 0 then 'FAILED' else 'DELIVERED' end, ended, null, 1, 5
       from sessions where ended is not null and merchant_id is not null order by ended`,
    `callback_attempts (callback_id, number, created, duration_ms, status_code)
       select id, 1, created, 120, case state when 'FAILED' then 500 else 200 end from callbacks`,
    `callbacks (${CALLBACK})
       select 'msg_pending' || n.i || 'abcdefghijklmnop', 1 + n.i % ${PENDING.accounts}, n.i, ${TYPE_AND_URL}, 'APPROVED', '{}',
         'PENDING', ${timestamp(NOW)}, ${timestamp(NOW + DUE_AFTER_SECONDS)}, 0, 6 from ${series(PENDING.callbacks)}`,
    `billed_sessions (session_id, merchant_id, cycle_start, approved, unit_price, credit)
       select id, merchant_id, substr(created, 1, 8) || '01', ended, 100000, 0 from sessions where state = 'APPROVED'`,
    `bills (${BILL})
       select ${idOf('n.i')}, ${merchant_id}, ${bill} from ${series(months)}`,
    `bills (${BILL})
       select ${idOf('100000 + merchants.id * 12 + n.i')}, merchants.id, ${bill}
       from ${series(6)} cross join merchants where merchants.id <> ${merchant_id}`,
    `payment_methods (id, merchant_id, type, state, "primary", address_line_1, address_postal_code, address_city, address_country, created)
       select case when id = ${merchant_id} then id else ${idOf('id')} end, id, 'INVOICE', 'ACTIVE', 1, 'Storgatan 1', '111 22',
         'Stockholm', 'SE', created from merchants`,
    `transactions (id, merchant_id, bill_id, type, amount, payment_method_id, created)
       select bills.id, bills.merchant_id, bills.id, 'CHARGE', total, payment_methods.id, bills.created
       from bills inner join payment_methods on payment_methods.merchant_id = bills.merchant_id`,
    `audit_entries (id, merchant_id, sequence, created, action, actor, user_id, hash)
       select ${idOf('n.i')}, ${merchant_id}, ${MEASURED_ENTRIES} + n.i, ${recently}, 'session.redact', 'USER', ${user_id},
         'hash-of-the-entry-and-the-one-before-it-----' from ${tenth}`,
    `users (id, merchant_id, type, email_verified, alias, locale, created)
       select ${idOf('n.i')}, ${merchant_id}, 'SERVICE', 0, 'key', 'en', ${recently} from ${thousandth}`,
    `invites (id, merchant_id, token_hash, created, expires, email, email_key, user_id, revoked)
       select ${idOf('n.i')}, ${merchant_id}, 'hash-' || n.i, ${recently}, ${later}, 'guest-' || n.i || '@example.com',
         'guest-' || n.i || '@example.com', ${user_id}, case when n.i % 2 = 0 then ${recently} end from ${thousandth}`,
    `links (id, merchant_id, code, name, options, started, approved, rejected, created)
       select ${idOf('n.i')}, ${merchant_id}, 'code' || ${hex('n.i', 10)}, 'Link ' || n.i, '{}', 10, 5, 5, ${recently} from ${thousandth}`,
    `credentials (id, user_id, created, expires, user_agent, last_used, proven, second_factor)
       select ${idOf('1200000 + n.i')}, ${user_id}, ${recently}, ${later}, 'Mozilla/5.0 (X11; Linux x64) Chrome/141.0.0.0',
         ${recently}, ${recently}, 0 from ${thousandth}`,
    `session_events (session_id, kind, at, files)
       select id, 'READ', ended, '${files}' from sessions where state in ('APPROVED', 'REJECTED') order by id`,
    requests(sessions, ownerOf(filling, 'n.i'), idOf('n.i'), '000'),
    requests(2 * MOST_LOOKED_AT, merchant_id, whole('null'), '111'),
    `callback_days (merchant_id, day, host, delivered, delivered_at_first, failed)
       select ${merchant_id}, ${day}, ${sessions}, ${sessions}, ${sessions} from ${series(35)}`,
    `callback_answer_times (merchant_id, day, host, ms, answers)
       select ${merchant_id}, ${day}, 20 + 10 * (n.i / 35), ${sessions} from ${series(35 * 60)}`,
  ];
}
