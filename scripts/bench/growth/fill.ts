/**
 * Fills a database with the history of an installation, by statements on the product's own tables that make all rows of a table at
 * once. The measured account exists already, and gets about a tenth of the sessions; the rest belongs to others. What is waiting at a
 * moment (open sessions, pending callbacks) does not grow with the history, and stays the same.
 */
import { sql } from 'kysely';
import { say } from '../progress.ts';
import { portalRows } from './fill-portal.ts';
import { accountsOf, DAY, DAYS, type Filling, idOf, now, ownerOf, PENDING } from './filling.ts';

/** When pending callbacks are due: after the measurement, so that the service leaves them alone. */
export const DUE_AFTER_SECONDS = DAY;
/** As many numbers of the audit log are left to the calls that are measured. */
const MEASURED_ENTRIES = 1_000_000;

export async function fill(filling: Filling): Promise<void> {
  const { db, dialect, sessions } = filling;
  const statements = statementsOf(filling);
  for (const [table, statement] of statements) {
    say(`${dialect.name}, ${sessions} sessions: ${table} …`);
    await sql.raw(statement).execute(db);
  }
  if (dialect.name === 'postgresql') await sql.raw('vacuum analyze').execute(db);
  else await sql.raw('pragma wal_checkpoint(truncate)').execute(db);
}

function statementsOf(filling: Filling): [table: string, statement: string][] {
  if (filling.alone) return sessionRows(filling);
  return [
    ...accountRows(filling),
    ...sessionRows(filling),
    ...callbackRows(filling),
    ...moneyRows(filling),
    ...recordRows(filling),
    ...portalRows(filling),
  ];
}

/** An account is its number; ids of accounts need not look random here, since they are few. */
function accountRows(filling: Filling): [string, string][] {
  const { series, timestamp } = filling.dialect;
  const created = timestamp(String(now() - DAYS * DAY));
  const from = `from ${series(accountsOf(filling))}`;
  return [
    ['merchants', `insert into merchants (id, billing_state, created) select n.i, 'ACTIVE', ${created} ${from}`],
    [
      'users',
      `insert into users (id, merchant_id, type, email, email_key, email_verified, alias, locale, created)
       select n.i, n.i, 'NATURAL', 'user-' || n.i || '@example.com', 'user-' || n.i || '@example.com', 1, 'user', 'en', ${created} ${from}`,
    ],
    [
      'billing_accounts',
      `insert into billing_accounts (merchant_id, credit, unit_price, monthly_commitment, cycle_start_day, cycle_start, cycle_end, enabled)
       select n.i, 0, 100000, 0, 1, substr(${timestamp(String(now()))}, 1, 10), '9999-01-01', ${created} ${from}`,
    ],
    [
      'credentials',
      `insert into credentials (id, user_id, created, expires) select n.i, n.i, ${created}, ${timestamp(String(now() + 30 * DAY))} ${from}`,
    ],
    [
      'tokens',
      `insert into tokens (hash, credential_id, kind, expires)
       select 'hash-of-an-access-token-' || (${idOf('n.i')}), n.i, 'ACCESS', ${timestamp(String(now() + 30 * DAY))} ${from}`,
    ],
  ];
}

const STATE = `case when n.i % 10 < 7 then 'APPROVED' when n.i % 10 = 7 then 'REJECTED' when n.i % 10 = 8 then 'FAILED' else 'ABORTED' end`;
const COUNTRY = `case n.i % 3 when 0 then 'SE' when 1 then 'DE' else 'FR' end`;
const CHIP = `'{"checks":{"issuer":{"result":"PASSED"},"signature":{"result":"PASSED"},"data":{"result":"PASSED"}},"notes":"${'certificates and algorithms '.repeat(20)}"}'`;

function sessionRows(filling: Filling): [string, string][] {
  const { dialect, sessions, merchant_id } = filling;
  const { series, timestamp, bytes, whole } = dialect;
  const seconds = `${now() - DAYS * DAY} + ${whole(`n.i * ${((DAYS * DAY - 600) / sessions).toFixed(6)}`)}`;
  const isRedacted = `${seconds} < ${now() - DAY - 600}`;
  const count = (states: string) => `sum(case when state in (${states}) then 1 else 0 end)`;
  const days = `insert into usage_days (merchant_id, day, specimen, created, opened, initiated, completed, approved, rejected, failed, aborted)
    select merchant_id, substr(created, 1, 10), 0, count(*), count(opened), count(initiated), ${count("'APPROVED', 'REJECTED'")},
      ${count("'APPROVED'")}, ${count("'REJECTED'")}, ${count("'FAILED'")}, ${count("'ABORTED'")}
    from sessions where merchant_id is not null group by merchant_id, substr(created, 1, 10)`;
  // With few sessions some of its days have none, and reading fewer rows would look like growth.
  const everyDay = `insert into usage_days (merchant_id, day, specimen, created)
    select ${merchant_id}, substr(${timestamp(`${now()} - n.i * ${DAY}`)}, 1, 10), 0, 1 from ${series(DAYS)}
    where true on conflict do nothing`;
  return [
    [
      'sessions',
      `insert into sessions (id, merchant_id, demo, secret_hash, state, previous_state, reference, face_verification, passport_only,
         challenges, failure_code, document_country, chip, specimen, created, expires, opened, initiated, ended, redacted, verification_tries)
       select ${idOf('n.i')}, ${ownerOf(filling, 'n.i')}, 0, ${bytes(32)},
         ${STATE}, 'INITIATED', 'order-' || (n.i / 10), 0, 0, 1,
         case n.i % 10 when 7 then 'document_expired' when 8 then 'session_expired' end,
         case when n.i % 10 <= 7 and not (${isRedacted}) then ${COUNTRY} end,
         case when n.i % 10 <= 7 then ${CHIP} end, case when n.i % 50 = 0 then 1 else 0 end, ${timestamp(seconds)}, ${timestamp(`${seconds} + ${DAY}`)},
         ${timestamp(`${seconds} + 30`)}, ${timestamp(`${seconds} + 60`)}, ${timestamp(`${seconds} + 300`)},
         case when ${isRedacted} then ${timestamp(`${seconds} + 300 + ${DAY}`)} end, 0
       from ${series(sessions)}`,
    ],
    ['usage_days', days],
    ['days of the measured account', everyDay],
    ...partRows(filling),
  ];
}

/**
 * What each day of the measured account is made of. A busy day has about as many rows as any number of sessions can make, and here
 * every day is busy, so that few sessions are not read faster because they are few.
 */
function partRows({ dialect, sessions, merchant_id }: Filling): [string, string][] {
  const { series, timestamp } = dialect;
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => String(number));
  const countries = numbers(80).map(
    (number) => `${'ABCDEFGHIJ'[Number(number) % 10]}${'ADEGLMRT'[Math.floor(Number(number) / 10)]}`,
  );
  const parts: Record<string, string[]> = {
    failure: ['nfc_lost', 'read_error', 'session_expired'],
    rejection: ['document_expired', 'issuer_unknown', 'sod_signature_invalid'],
    approved_country: countries,
    rejected_country: countries,
    platform: ['IOS', 'ANDROID', 'WEB', 'CLI'],
    result_time: numbers(60).map((number) => String(40 + Number(number))),
  };
  const rows = Object.entries(parts).flatMap(([kind, names]) => names.map((name) => `('${kind}', '${name}')`));
  return [
    [
      'usage_parts',
      `insert into usage_parts (merchant_id, day, specimen, kind, name, count)
       select ${merchant_id}, substr(${timestamp(`${now()} - n.i * ${DAY}`)}, 1, 10), 0, part.column1, part.column2, ${Math.ceil(sessions / DAYS / 100)}
       from ${series(DAYS)} cross join (values ${rows.join(', ')}) as part`,
    ],
  ];
}

const URL = `'https://shop.example/sigill/callback'`;

function callbackRows({ dialect }: Filling): [string, string][] {
  const { series, timestamp } = dialect;
  const due = timestamp(String(now() + DUE_AFTER_SECONDS));
  const columns =
    'id, merchant_id, session_id, type, url, session_state, payload, state, created, next_attempt, attempts, attempts_left';
  return [
    // In the order of time, as they are written: rows of one page of a list lie near each other.
    [
      'callbacks',
      `insert into callbacks (${columns})
       select 'msg_' || id || 'abcdefghijklmnop', merchant_id, id, 'session.state_changed', ${URL}, state,
         '{"type":"session.state_changed","data":{"id":' || id || ',"state":"' || state || '","previous_state":"INITIATED"}}',
         case when id % 20 = 0 then 'FAILED' else 'DELIVERED' end, ended, null, 1, 5
       from sessions where ended is not null and merchant_id is not null order by ended`,
    ],
    [
      'callback_attempts',
      `insert into callback_attempts (callback_id, number, created, duration_ms, status_code)
       select id, 1, created, 120, case state when 'FAILED' then 500 else 200 end from callbacks`,
    ],
    [
      'pending callbacks',
      `insert into callbacks (${columns})
       select 'msg_pending' || n.i || 'abcdefghijklmnop', 1 + n.i % ${PENDING.accounts}, n.i, 'session.state_changed', ${URL}, 'APPROVED',
         '{}', 'PENDING', ${timestamp(String(now()))}, ${due}, 0, 6 from ${series(PENDING.callbacks)}`,
    ],
  ];
}

/** One bill a month and account, at most ten years of them for the measured one. */
function moneyRows({ dialect, sessions, merchant_id }: Filling): [string, string][] {
  const { series } = dialect;
  const start = `(2015 + n.i / 12) || '-' || substr('0' || (1 + n.i % 12), length('0' || (1 + n.i % 12)) - 1, 2)`;
  const bill = `'[]', 100000, 0, 0, 100000, 'PAID'`;
  const columns = 'id, merchant_id, cycle_start, cycle_end, created, billables, subtotal, vat_rate, vat, total, state';
  const created = `${start} || '-01T00:00:00.000Z'`;
  const months = Math.min(120, Math.max(24, Math.ceil(sessions / 1000)));
  return [
    [
      'billed_sessions',
      `insert into billed_sessions (session_id, merchant_id, cycle_start, approved, unit_price, credit)
       select id, merchant_id, substr(created, 1, 8) || '01', ended, 100000, 0 from sessions where state = 'APPROVED'`,
    ],
    [
      'bills',
      `insert into bills (${columns}) select ${idOf('n.i')}, ${merchant_id}, ${start} || '-01', ${start} || '-28', ${created}, ${bill}
       from ${series(months)}`,
    ],
    [
      "others' bills",
      `insert into bills (${columns})
       select ${idOf(`100000 + merchants.id * 12 + n.i`)}, merchants.id, ${start} || '-01', ${start} || '-28', ${created}, ${bill}
       from ${series(6)} cross join merchants where merchants.id <> ${merchant_id}`,
    ],
    [
      'payment_methods',
      `insert into payment_methods (id, merchant_id, type, state, "primary", address_line_1, address_postal_code, address_city,
         address_country, created)
       select case when id = ${merchant_id} then id else ${idOf('id')} end, id, 'INVOICE', 'ACTIVE', 1, 'Storgatan 1', '111 22', 'Stockholm', 'SE', created from merchants`,
    ],
    [
      'transactions',
      `insert into transactions (id, merchant_id, bill_id, type, amount, payment_method_id, created)
       select bills.id, bills.merchant_id, bills.id, 'CHARGE', total, payment_methods.id, bills.created
       from bills inner join payment_methods on payment_methods.merchant_id = bills.merchant_id`,
    ],
  ];
}

function recordRows({ dialect, sessions, merchant_id, user_id }: Filling): [string, string][] {
  const { series, timestamp, bytes } = dialect;
  const recently = timestamp(`${now() - 3 * DAY} + n.i % ${2 * DAY}`);
  const later = timestamp(String(now() + 30 * DAY));
  return [
    [
      'audit_entries',
      `insert into audit_entries (id, merchant_id, sequence, created, action, actor, user_id, hash)
       select ${idOf('n.i')}, ${merchant_id}, ${MEASURED_ENTRIES} + n.i, ${recently}, 'session.redact', 'USER', ${user_id}, 'hash-of-the-entry-and-the-one-before-it-----'
       from ${series(Math.ceil(sessions / 10))}`,
    ],
    [
      'keys',
      `insert into users (id, merchant_id, type, email_verified, alias, locale, created)
       select ${idOf('n.i')}, ${merchant_id}, 'SERVICE', 0, 'key', 'en', ${recently} from ${series(Math.ceil(sessions / 1000))}`,
    ],
    [
      'mails',
      `insert into mails (id, recipient, template, subject, text, html, state, attempts, next_attempt, created)
       select ${idOf('n.i')}, 'user-' || n.i || '@example.com', 'verify_email', '', '', '', 'SENT', 1, ${recently}, ${recently}
       from ${series(Math.ceil(sessions / 10))}`,
    ],
    [
      'invites',
      `insert into invites (id, merchant_id, token_hash, created, expires, email, email_key, user_id, revoked)
       select ${idOf('n.i')}, ${merchant_id}, 'hash-' || (${idOf('n.i')}), ${recently}, ${later}, 'guest-' || n.i || '@example.com',
         'guest-' || n.i || '@example.com', ${user_id}, case when n.i % 2 = 0 then ${recently} end
       from ${series(Math.ceil(sessions / 1000))}`,
    ],
    [
      'idempotency_keys',
      `insert into idempotency_keys (id, fingerprint, status, answer, expires)
       select 'key-' || (${idOf('n.i')}), 'fingerprint-of-the-body-of-the-request-----', 200, ${bytes(200)}, ${later}
       from ${series(Math.ceil(sessions / 10))}`,
    ],
  ];
}
