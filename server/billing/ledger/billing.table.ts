import type { Generated } from 'kysely';
import type { Micros } from '../terms/money.ts';
import type { VatCategory } from '../terms/vat.ts';

export interface BillingTables {
  billing_accounts: BillingAccountTable;
  billed_sessions: BilledSessionTable;
  bills: BillTable;
  transactions: TransactionTable;
  payment_methods: PaymentMethodTable;
  provider_events: ProviderEventTable;
}

/** An account's terms and credit. Its state is in `merchants.billing_state`, its company in `merchants.name`. */
export interface BillingAccountTable {
  merchant_id: number;
  credit: Micros;
  unit_price: Micros;
  monthly_commitment: Micros;
  /** Terms that apply from the cycle that starts at `next_from`. */
  next_unit_price: Micros | null;
  next_monthly_commitment: Micros | null;
  next_from: string | null;
  country: string | null;
  vat_number: string | null;
  vat_number_check: 'FORMAT' | 'ONLINE' | null;
  cycle_start_day: number;
  /** The open cycle. `cycle_end` is null when the account has been closed. */
  cycle_start: string;
  cycle_end: string | null;
  /** When the trial ends. Null once it is over, or if billing was enabled first. */
  trial_ends: string | null;
  /** When billing was first enabled. Bills are collected from then on. */
  enabled: string | null;
  /** Whether billing ends with the open cycle. */
  cancels: Generated<number>;
  inactive_reason: 'TRIAL_OVER' | 'UNPAID' | 'CANCELLED' | 'DELETED' | null;
  customer: string | null;
  /** The number of approved sessions of all time. */
  sessions: Generated<number>;
  /** The maximum cost of a cycle's sessions. Null means no limit. */
  spending_cap: Micros | null;
  /** The cost beyond the credit of the approved sessions in the cycle that starts at `cycle_cost_of`. */
  cycle_cost: Generated<Micros>;
  cycle_cost_of: string | null;
  /** The last percentage of the cap that the account was notified of, in the same cycle. */
  cap_told: Generated<number>;
}

/** One approved session, recorded once: its cost, and how much of it the credit paid. */
export interface BilledSessionTable {
  session_id: number;
  merchant_id: number;
  cycle_start: string;
  approved: string;
  unit_price: Micros;
  credit: Micros;
}

export interface BillTable {
  id: number;
  merchant_id: number;
  cycle_start: string;
  /** Last day of the cycle. */
  cycle_end: string;
  created: string;
  company: string | null;
  country: string | null;
  /** Lines of the postal address at that time, as JSON. */
  address: string | null;
  /** JSON of BillLine[]. */
  billables: string;
  subtotal: Micros;
  vat_rate: Micros;
  vat: Micros;
  vat_number: string | null;
  /** Null while the customer's country is unknown. */
  vat_category: VatCategory | null;
  total: Micros;
  /** WAIVED: nothing is owed, or too little to collect. */
  state: 'OPEN' | 'PAID' | 'WAIVED';
  /** When to charge next. Null while the customer has to act first. */
  next_attempt: string | null;
  /** When the claim of a worker expires. */
  claimed_until: string | null;
  first_attempt: string | null;
  declines: Generated<number>;
  /** The payment at the card provider. A bill has only one, so that it cannot be paid twice. */
  payment: string | null;
  /** The provider's reason for the last failed charge. Null once the bill is paid. */
  failure_code: string | null;
}

export interface TransactionTable {
  id: number;
  merchant_id: number;
  bill_id: number;
  type: 'CHARGE';
  amount: Micros;
  payment_method_id: number;
  /** The payment at the card provider, or the operator's note. */
  reference: string | null;
  created: string;
}

export interface PaymentMethodTable {
  id: number;
  merchant_id: number;
  type: 'CARD' | 'INVOICE';
  state: 'ACTIVE' | 'INACTIVE';
  alias: string | null;
  reference: string | null;
  primary: number;
  name: string | null;
  /** The month in which the card expires, YYYY-MM. */
  expires: string | null;
  address_line_1: string;
  address_line_2: string | null;
  address_postal_code: string;
  address_city: string;
  address_state: string | null;
  address_country: string;
  created: string;
  /** Deleted methods are kept for the transactions that refer to them. */
  deleted: string | null;
}

/** Processed events of the card provider. None is processed twice. */
interface ProviderEventTable {
  id: string;
  type: string;
  received: string;
}
