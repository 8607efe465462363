/** Billing accounts, billed sessions, bills, transactions and payment methods. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes, isPostgres } from './columns.ts';

export const billing: Migration = {
  async up(db: Kysely<never>) {
    await createAccounts(db);
    await createBills(db);
    await createPayments(db);
    await openAccounts(db);
  },
};

async function createAccounts(db: Kysely<never>): Promise<void> {
  const { integer, text } = columnTypes(db);
  await db.schema
    .createTable('billing_accounts')
    .addColumn('merchant_id', integer, (column) => column.primaryKey().references('merchants.id'))
    .addColumn('credit', integer, (column) => column.notNull())
    .addColumn('unit_price', integer, (column) => column.notNull())
    .addColumn('monthly_commitment', integer, (column) => column.notNull())
    .addColumn('next_unit_price', integer)
    .addColumn('next_monthly_commitment', integer)
    .addColumn('next_from', text)
    .addColumn('country', text)
    .addColumn('vat_number', text)
    .addColumn('vat_number_check', text)
    .addColumn('cycle_start_day', integer, (column) => column.notNull())
    .addColumn('cycle_start', text, (column) => column.notNull())
    .addColumn('cycle_end', text)
    .addColumn('trial_ends', text)
    .addColumn('enabled', text)
    .addColumn('cancels', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('inactive_reason', text)
    .addColumn('customer', text)
    .addColumn('sessions', integer, (column) => column.notNull().defaultTo(0))
    // The database itself prevents spending more credit than there is.
    .addCheckConstraint('billing_accounts_credit', sql`credit >= 0`)
    .execute();
  await db.schema.createIndex('billing_accounts_customer').unique().on('billing_accounts').column('customer').execute();
  await db.schema.createIndex('billing_accounts_closing').on('billing_accounts').column('cycle_end').execute();
  await sql`create index billing_accounts_trials on billing_accounts (trial_ends) where trial_ends is not null`.execute(
    db,
  );
  await sql`create index billing_accounts_deleted on billing_accounts (merchant_id) where inactive_reason = 'DELETED'`.execute(
    db,
  );
  await db.schema
    .createTable('billed_sessions')
    .addColumn('session_id', integer, (column) => column.primaryKey())
    .addColumn('merchant_id', integer, (column) => column.notNull())
    .addColumn('cycle_start', text, (column) => column.notNull())
    .addColumn('approved', text, (column) => column.notNull())
    .addColumn('unit_price', integer, (column) => column.notNull())
    .addColumn('credit', integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('billed_sessions_cycle')
    .on('billed_sessions')
    .columns(['merchant_id', 'cycle_start'])
    .execute();
}

async function createBills(db: Kysely<never>): Promise<void> {
  const { integer, text } = columnTypes(db);
  await db.schema
    .createTable('bills')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('merchant_id', integer, (column) => column.notNull().references('merchants.id'))
    .addColumn('cycle_start', text, (column) => column.notNull())
    .addColumn('cycle_end', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('company', text)
    .addColumn('country', text)
    .addColumn('address', text)
    .addColumn('billables', text, (column) => column.notNull())
    .addColumn('subtotal', integer, (column) => column.notNull())
    .addColumn('vat_rate', integer, (column) => column.notNull())
    .addColumn('vat', integer, (column) => column.notNull())
    .addColumn('vat_number', text)
    .addColumn('total', integer, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('next_attempt', text)
    .addColumn('claimed_until', text)
    .addColumn('first_attempt', text)
    .addColumn('declines', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('payment', text)
    // One bill per account and cycle, whatever the workers do.
    .addUniqueConstraint('bills_cycle', ['merchant_id', 'cycle_start'])
    .addCheckConstraint('bills_total', sql`total = subtotal + vat`)
    .execute();
  await sql`create index bills_due on bills (next_attempt) where state = 'OPEN' and next_attempt is not null`.execute(
    db,
  );
  await db.schema
    .createTable('transactions')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('merchant_id', integer, (column) => column.notNull())
    // One charge per bill.
    .addColumn('bill_id', integer, (column) => column.notNull().unique().references('bills.id'))
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('amount', integer, (column) => column.notNull())
    .addColumn('payment_method_id', integer, (column) => column.notNull())
    .addColumn('reference', text)
    .addColumn('created', text, (column) => column.notNull())
    .execute();
}

async function createPayments(db: Kysely<never>): Promise<void> {
  const { integer, text } = columnTypes(db);
  await db.schema
    .createTable('payment_methods')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('merchant_id', integer, (column) => column.notNull().references('merchants.id'))
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('alias', text)
    .addColumn('reference', text)
    .addColumn('primary', integer, (column) => column.notNull())
    .addColumn('name', text)
    .addColumn('expires', text)
    .addColumn('address_line_1', text, (column) => column.notNull())
    .addColumn('address_line_2', text)
    .addColumn('address_postal_code', text, (column) => column.notNull())
    .addColumn('address_city', text, (column) => column.notNull())
    .addColumn('address_state', text)
    .addColumn('address_country', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('deleted', text)
    .execute();
  await db.schema
    .createIndex('payment_methods_list')
    .on('payment_methods')
    .columns(['merchant_id', 'created'])
    .execute();
  await sql`create unique index payment_methods_primary on payment_methods (merchant_id) where "primary" = 1`.execute(
    db,
  );
  // A card is stored only once, even if its setup is completed twice.
  await sql`create unique index payment_methods_card on payment_methods (reference) where type = 'CARD'`.execute(db);
  await db.schema
    .createTable('provider_events')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('received', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('provider_events_received').on('provider_events').column('received').execute();
}

/** Accounts from before billing get the sign-up terms; sessions approved so far were free. */
async function openAccounts(db: Kysely<never>): Promise<void> {
  const day = sql`min(cast(substr(created, 9, 2) as integer), 28)`;
  const startDay = isPostgres(db) ? sql`least(cast(substr(created, 9, 2) as integer), 28)` : day;
  const start = isPostgres(db)
    ? sql`substr(created, 1, 8) || lpad(cast(${startDay} as text), 2, '0')`
    : sql`substr(created, 1, 8) || printf('%02d', ${startDay})`;
  const end = isPostgres(db)
    ? sql`to_char(cast(${start} as date) + interval '1 month', 'YYYY-MM-DD')`
    : sql`date(${start}, '+1 month')`;
  const trialEnds = isPostgres(db)
    ? sql`to_char((cast(created as timestamptz) at time zone 'UTC') + interval '30 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', created, '+30 days')`;
  await sql`
    insert into billing_accounts (merchant_id, credit, unit_price, monthly_commitment, cycle_start_day, cycle_start, cycle_end, trial_ends)
    select id, 25000000, 100000, 0, ${startDay}, ${start}, ${end}, case when billing_state = 'TRIAL' then ${trialEnds} end
    from merchants where deleted is null`.execute(db);
}
