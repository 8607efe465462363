/** Billing accounts, billed sessions, bills, transactions and payment methods. */
import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

export const billingTables = ({ integer }: ColumnTypes) => [
  // The check prevents spending more credit than there is.
  sql`create table billing_accounts (
    merchant_id ${integer} primary key references merchants(id),
    credit ${integer} not null,
    unit_price ${integer} not null,
    monthly_commitment ${integer} not null,
    next_unit_price ${integer},
    next_monthly_commitment ${integer},
    next_from text,
    country text,
    vat_number text,
    vat_number_check text,
    cycle_start_day ${integer} not null,
    cycle_start text not null,
    cycle_end text,
    trial_ends text,
    enabled text,
    cancels ${integer} default 0 not null,
    inactive_reason text,
    customer text,
    sessions ${integer} default 0 not null,
    cycle_cost ${integer} default 0 not null,
    cap_told ${integer} default 0 not null,
    spending_cap ${integer},
    cycle_cost_of text,
    constraint billing_accounts_credit check (credit >= 0)
  )`,
  sql`create index billing_accounts_closing on billing_accounts (cycle_end)`,
  sql`create unique index billing_accounts_customer on billing_accounts (customer)`,
  sql`create index billing_accounts_deleted on billing_accounts (merchant_id)
    where inactive_reason = 'DELETED'`,
  sql`create index billing_accounts_trials on billing_accounts (trial_ends) where trial_ends is not null`,
  sql`create table billed_sessions (
    session_id ${integer} primary key,
    merchant_id ${integer} not null,
    cycle_start text not null,
    approved text not null,
    unit_price ${integer} not null,
    credit ${integer} not null
  )`,
  sql`create index billed_sessions_cycle on billed_sessions (merchant_id, cycle_start)`,
  // One bill per account and cycle, whatever the workers do.
  sql`create table bills (
    id ${integer} primary key,
    merchant_id ${integer} not null references merchants(id),
    cycle_start text not null,
    cycle_end text not null,
    created text not null,
    company text,
    country text,
    address text,
    billables text not null,
    subtotal ${integer} not null,
    vat_rate ${integer} not null,
    vat ${integer} not null,
    vat_number text,
    total ${integer} not null,
    state text not null,
    next_attempt text,
    claimed_until text,
    first_attempt text,
    declines ${integer} default 0 not null,
    payment text,
    vat_category text,
    failure_code text,
    constraint bills_cycle unique (merchant_id, cycle_start),
    constraint bills_total check (total = subtotal + vat)
  )`,
  sql`create index bills_due on bills (next_attempt) where state = 'OPEN' and next_attempt is not null`,
  // One charge per bill.
  sql`create table transactions (
    id ${integer} primary key,
    merchant_id ${integer} not null,
    bill_id ${integer} not null unique references bills(id),
    type text not null,
    amount ${integer} not null,
    payment_method_id ${integer} not null,
    reference text,
    created text not null
  )`,
  sql`create table payment_methods (
    id ${integer} primary key,
    merchant_id ${integer} not null references merchants(id),
    type text not null,
    state text not null,
    alias text,
    reference text,
    "primary" ${integer} not null,
    name text,
    expires text,
    address_line_1 text not null,
    address_line_2 text,
    address_postal_code text not null,
    address_city text not null,
    address_state text,
    address_country text not null,
    created text not null,
    deleted text
  )`,
  // A card is stored only once, even if its setup is completed twice.
  sql`create unique index payment_methods_card on payment_methods (reference) where type = 'CARD'`,
  sql`create index payment_methods_list on payment_methods (merchant_id, created)`,
  sql`create unique index payment_methods_primary on payment_methods (merchant_id) where "primary" = 1`,
  sql`create table provider_events (
    id text primary key,
    type text not null,
    received text not null
  )`,
  sql`create index provider_events_received on provider_events (received)`,
];
