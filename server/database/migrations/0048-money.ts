import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

export const money: Migration = {
  async up(db: Kysely<never>) {
    const types = columnTypes(db);
    const statements = [
      ...newColumns(types),
      ...newTables(types),
      ...numberBills(types),
      // Accounts that have paid before have no limit.
      sql`update billing_accounts set first_paid = (
        select min(transactions.created) from transactions where transactions.merchant_id = billing_accounts.merchant_id
      )`,
      sql`insert into active_periods (merchant_id, started)
        select merchant_id, substr(enabled, 1, 10) from billing_accounts
        where enabled is not null and exists (
          select 1 from merchants where merchants.id = merchant_id and billing_state = 'ACTIVE'
        )`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};

const newColumns = ({ integer }: ReturnType<typeof columnTypes>) => [
  ...['address_line_1', 'address_line_2', 'address_postal_code', 'address_city', 'address_state'].map(
    (column) => sql`alter table billing_accounts add column ${sql.ref(column)} text`,
  ),
  ...['billing_emails', 'purchase_order', 'address_verified', 'first_paid'].map(
    (column) => sql`alter table billing_accounts add column ${sql.ref(column)} text`,
  ),
  sql`alter table billing_accounts add column usage_limit ${integer}`,
  ...['cycle_country', 'cycle_vat_number', 'cycle_vat_of'].map(
    (column) => sql`alter table billing_accounts add column ${sql.ref(column)} text`,
  ),
  ...['number', 'seller', 'buyer', 'due', 'paid', 'dispute', 'vat_country'].map(
    (column) => sql`alter table bills add column ${sql.ref(column)} text`,
  ),
  sql`alter table bills add column balance ${integer} default 0 not null`,
  sql`alter table bills add column amount_due ${integer}`,
  sql`alter table bills add column reminders ${integer} default 0 not null`,
  sql`create unique index bills_number on bills (number)`,
  sql`create index billed_sessions_usage on billed_sessions (merchant_id, cycle_start, approved, session_id)`,
  sql`alter table payment_methods add column card_country text`,
  sql`alter table payment_methods add column fingerprint text`,
];

/** Numbers the bills of earlier versions by the year and the order in which they were made. New bills continue from there. */
const numberBills = ({ integer }: ReturnType<typeof columnTypes>) => [
  sql`update bills set number = numbered.number from (
    select id, series || year || '-' || substr('000000', 1 + length(place)) || place as number from (
      select id, 'INV-' as series, substr(created, 1, 4) as year,
        cast(row_number() over (partition by substr(created, 1, 4) order by created, id) as text) as place
      from bills
    ) as placed
  ) as numbered where numbered.id = bills.id`,
  sql`insert into document_numbers (series, year, last)
    select 'INV', cast(substr(created, 1, 4) as ${integer}), count(*) from bills group by substr(created, 1, 4)`,
];

const newTables = ({ integer }: ReturnType<typeof columnTypes>) => [
  // The last number issued. Its row is locked until the transaction that creates the document ends, so numbers have no gaps.
  sql`create table document_numbers (
    series text not null,
    year ${integer} not null,
    last ${integer} not null,
    constraint document_numbers_key primary key (series, year)
  )`,
  sql`create table credit_notes (
    id ${integer} primary key,
    merchant_id ${integer} not null,
    bill_id ${integer} not null references bills(id),
    number text not null,
    created text not null,
    effect text not null,
    reason text not null,
    subtotal ${integer} not null,
    vat ${integer} not null,
    total ${integer} not null,
    constraint credit_notes_number unique (number),
    constraint credit_notes_total check (total = subtotal + vat)
  )`,
  sql`create index credit_notes_bill on credit_notes (bill_id)`,
  sql`create table refunds (
    id ${integer} primary key,
    merchant_id ${integer} not null,
    bill_id ${integer} not null references bills(id),
    credit_note_id ${integer} references credit_notes(id),
    amount ${integer} not null,
    state text not null,
    payment_method_id ${integer} not null,
    reference text,
    created text not null
  )`,
  sql`create index refunds_bill on refunds (bill_id)`,
  sql`create table disputes (
    id text primary key,
    merchant_id ${integer} not null,
    bill_id ${integer} not null references bills(id),
    amount ${integer} not null,
    reason text not null,
    state text not null,
    created text not null,
    closed text
  )`,
  sql`create index disputes_bill on disputes (bill_id)`,
  sql`create table balance_entries (
    id ${integer} primary key,
    merchant_id ${integer} not null,
    created text not null,
    amount ${integer} not null,
    bill_id ${integer} references bills(id),
    credit_note_id ${integer} references credit_notes(id)
  )`,
  sql`create index balance_entries_account on balance_entries (merchant_id)`,
  sql`create table payment_attempts (
    id ${integer} primary key,
    merchant_id ${integer} not null,
    bill_id ${integer} not null references bills(id),
    card text not null,
    kind text not null,
    created text not null,
    code text
  )`,
  sql`create index payment_attempts_bill on payment_attempts (bill_id, card, created)`,
  sql`create table active_periods (
    merchant_id ${integer} not null,
    started text not null,
    ended text,
    constraint active_periods_key primary key (merchant_id, started)
  )`,
  sql`create table vat_proofs (
    id ${integer} primary key,
    merchant_id ${integer} not null,
    created text not null,
    kind text not null,
    country text not null,
    value text not null,
    source text not null,
    reference text
  )`,
  sql`create index vat_proofs_account on vat_proofs (merchant_id, created)`,
  sql`create table credit_claims (address_hash text primary key, created text not null)`,
  sql`create table billing_notices (
    merchant_id ${integer} not null,
    notice text not null,
    created text not null,
    constraint billing_notices_key primary key (merchant_id, notice)
  )`,
];
