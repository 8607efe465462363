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
  document_numbers: DocumentNumberTable;
  credit_notes: CreditNoteTable;
  refunds: RefundTable;
  disputes: DisputeTable;
  balance_entries: BalanceEntryTable;
  payment_attempts: PaymentAttemptTable;
  active_periods: ActivePeriodTable;
  vat_proofs: VatProofTable;
  credit_claims: CreditClaimTable;
  billing_notices: BillingNoticeTable;
}

/** An account's terms and credit. Its state is in `merchants.billing_state`, its company in `merchants.name`. */
export interface BillingAccountTable {
  merchant_id: number;
  credit: Micros;
  unit_price: Micros;
  monthly_commitment: Micros;
  next_unit_price: Micros | null;
  next_monthly_commitment: Micros | null;
  next_from: string | null;
  country: string | null;
  vat_number: string | null;
  vat_number_check: 'FORMAT' | 'ONLINE' | null;
  cycle_start_day: number;
  /** The open cycle. `cycle_end` is null when the account has been deleted. */
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
  /** What the approved sessions of the cycle that starts at `cycle_cost_of` cost beyond the credit. */
  cycle_cost: Generated<Micros>;
  cycle_cost_of: string | null;
  /** The last percentage of the cap that the account was notified of, in the cycle that starts at `cycle_cost_of`. */
  cap_told: Generated<number>;
  /** The billing address. Its country is `country`. */
  address_line_1: string | null;
  address_line_2: string | null;
  address_postal_code: string | null;
  address_city: string | null;
  address_state: string | null;
  /** JSON of string[]. */
  billing_emails: string | null;
  purchase_order: string | null;
  /** When the first email address of the account was verified. Until then, only specimen sessions can be created. */
  address_verified: string | null;
  /** When the account first paid a bill. `usage_limit` applies until then. */
  first_paid: string | null;
  /** What the account may owe, with its open sessions, before its first payment. Null means no limit. */
  usage_limit: Micros | null;
  /** Country and VAT number from before a change in the cycle that starts at `cycle_vat_of`. They apply until that cycle ends. */
  cycle_country: string | null;
  cycle_vat_number: string | null;
  cycle_vat_of: string | null;
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
  /** Lines of the postal address when the bill was made, as JSON. */
  address: string | null;
  /** JSON of BillLine[]. */
  billables: string;
  subtotal: Micros;
  vat_rate: Micros;
  vat: Micros;
  vat_number: string | null;
  /** Null while the customer's country is unknown. */
  vat_category: VatCategory | null;
  /** The member state whose VAT the bill charges. Null when it charges none, and for bills of earlier versions. */
  vat_country: string | null;
  total: Micros;
  /**
   * WAIVED: nothing is owed. CARRIED_OVER: too little to charge, added to the balance. CREDITED: credit notes cover what was owed.
   * UNCOLLECTIBLE: written off.
   */
  state: 'OPEN' | 'PAID' | 'WAIVED' | 'CARRIED_OVER' | 'CREDITED' | 'UNCOLLECTIBLE';
  /** When to charge next. Null while the customer has to act first, and once the bill is no longer open. */
  next_attempt: string | null;
  claimed_until: string | null;
  first_attempt: string | null;
  declines: Generated<number>;
  /** The current payment at the card provider. A bill has only one at a time, so that it cannot be paid twice. */
  payment: string | null;
  /** The reason for the last failed charge: the provider's code or one of ours. Null once the bill is paid. */
  failure_code: string | null;
  /**
   * The invoice number, SERIES-YEAR-000001. Null only if an earlier version, which gave no numbers, made the bill after the
   * migration that numbers older bills.
   */
  number: string | null;
  /** JSON of Seller and Buyer, as they were when the bill was made. */
  seller: string | null;
  buyer: string | null;
  /** The day by which an invoice customer pays. Null when a card is charged. */
  due: string | null;
  paid: string | null;
  dispute: DisputeState | null;
  /** What the account's balance added to the total. Negative if it took something off. */
  balance: Generated<Micros>;
  /** What is left to pay: total and balance, less the credit notes made before it was paid. Null means the total. */
  amount_due: Micros | null;
  reminders: Generated<number>;
}

export type DisputeState = 'OPEN' | 'WON' | 'LOST';

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
  /** The country of the bank that issued the card. */
  card_country: string | null;
  /** Identifies the card, however often it is added (Stripe's `card.fingerprint`). */
  fingerprint: string | null;
}

/** The last number that was used in a series of documents in a year. */
interface DocumentNumberTable {
  series: string;
  year: number;
  last: number;
}

/** Takes back all or part of a bill. Never changes. Amounts are positive. */
export interface CreditNoteTable {
  id: number;
  merchant_id: number;
  bill_id: number;
  number: string;
  created: string;
  /** Whether the credit lowers what is due, goes back to the payer, or pays later bills. */
  effect: 'REDUCTION' | 'REFUND' | 'BALANCE';
  reason: string;
  subtotal: Micros;
  vat: Micros;
  total: Micros;
}

export interface RefundTable {
  id: number;
  merchant_id: number;
  bill_id: number;
  /** Null for a refund made at the provider that no credit note explains. */
  credit_note_id: number | null;
  amount: Micros;
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  payment_method_id: number;
  /** The refund at the card provider, `by hand` for a transfer, or the reason why the provider refused it. */
  reference: string | null;
  created: string;
}

/** A payment that the cardholder disputes (chargeback). The dispute's id is the provider's. */
export interface DisputeTable {
  id: string;
  merchant_id: number;
  bill_id: number;
  amount: Micros;
  reason: string;
  state: DisputeState;
  created: string;
  closed: string | null;
}

/** A change of the account's balance. The next bill includes the sum of these changes, which may be negative. */
export interface BalanceEntryTable {
  id: number;
  merchant_id: number;
  created: string;
  amount: Micros;
  /** The bill that was carried over, or that settled the balance. */
  bill_id: number | null;
  credit_note_id: number | null;
}

export interface PaymentAttemptTable {
  id: number;
  merchant_id: number;
  bill_id: number;
  /** The card's fingerprint: adding a card again does not reset its count of attempts. */
  card: string;
  kind: 'PLANNED' | 'MANUAL';
  created: string;
  /** The decline code or one of ours, such as `processing`. Null after a success, and until there is a response. */
  code: string | null;
}

/** A period in which billing was active, including its first and last day. The service fee is owed for these days. */
export interface ActivePeriodTable {
  merchant_id: number;
  started: string;
  ended: string | null;
}

/** Evidence of the customer's country, or of the validity of its VAT number (Regulation 282/2011, articles 18 and 24f). */
export interface VatProofTable {
  id: number;
  merchant_id: number;
  created: string;
  kind: 'ADDRESS' | 'CARD' | 'VAT_NUMBER';
  country: string;
  value: string;
  source: 'CUSTOMER' | 'CARD_PROVIDER' | 'FORMAT' | 'VIES';
  /** VIES's consultation number. */
  reference: string | null;
}

/** An address that has received the free credit, as a keyed hash that outlives the account. */
interface CreditClaimTable {
  address_hash: string;
  created: string;
}

/** A notice that has been emailed, so that it is not sent twice, such as `card-ends-30 ID 2027-01`. */
interface BillingNoticeTable {
  merchant_id: number;
  notice: string;
  created: string;
}

/** An event of the card provider that has been processed, so that it is not processed twice. */
interface ProviderEventTable {
  id: string;
  type: string;
  received: string;
}
