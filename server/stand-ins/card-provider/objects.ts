/**
 * Creates complete objects of the API. The return types are those of the `stripe` package, so a field that a new version adds is a
 * compile error here.
 */
import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import blank from './blank-objects.json' with { type: 'json' };
import { newId } from './ids.ts';
import type { ADDRESS, ParamsOf } from './params.ts';
import { textOr } from './params.ts';
import type { Decline, TestCard } from './test-cards.ts';

export type Metadata = Record<string, string>;

/** `now` with the given parts changed. An empty string as `changes` unsets the whole address. */
export function mergeAddress(
  now: Stripe.Address | null | undefined,
  changes: ParamsOf<typeof ADDRESS> | '' | undefined,
): Stripe.Address | null {
  if (changes === undefined) return now ?? null;
  if (changes === '') return null;
  const from = now ?? blank.address;
  return {
    city: textOr(changes.city, from.city),
    country: textOr(changes.country, from.country),
    line1: textOr(changes.line1, from.line1),
    line2: textOr(changes.line2, from.line2),
    postal_code: textOr(changes.postal_code, from.postal_code),
    state: textOr(changes.state, from.state),
  };
}

export const newCustomer = (created: number): Stripe.Customer => {
  const id = newId.customer();
  return {
    id,
    object: 'customer',
    ...blank.customer,
    created,
    invoice_prefix: id.slice(-8).toUpperCase(),
    tax_exempt: 'none',
  };
};

export const newPaymentMethod = (
  created: number,
  card: TestCard,
  { exp_month, exp_year, cvc }: { exp_month: number; exp_year: number; cvc?: string },
  fingerprintSalt: string,
): Stripe.PaymentMethod => ({
  id: newId.payment_method(),
  object: 'payment_method',
  ...blank.payment_method,
  allow_redisplay: 'unspecified',
  billing_details: { address: blank.address, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: cvc ? 'unchecked' : null,
    },
    country: card.country ?? 'US',
    display_brand: card.brand,
    exp_month,
    exp_year,
    fingerprint: fingerprint(card.number, fingerprintSalt),
    funding: card.funding ?? 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created,
  type: 'card',
});

const fingerprint = (number: string, salt: string) =>
  createHmac('sha256', salt).update(number).digest('base64').replace(/[+/]/g, '0').slice(0, 16);

interface NewIntent {
  payment_method: string | null;
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  allowed: string[] | null;
  automatic: { enabled: boolean; allow_redirects: string };
}

const newIntent = <Details extends NewIntent>(
  id: string,
  created: number,
  { allowed, automatic, ...details }: Details,
) => ({
  id,
  ...blank.intent,
  ...details,
  allowed_payment_method_types: allowed,
  automatic_payment_methods: automatic,
  client_secret: newId.client_secret(id),
  created,
  status: details.payment_method ? ('requires_confirmation' as const) : ('requires_payment_method' as const),
});

export const newSetupIntent = (
  created: number,
  { usage, ...intent }: NewIntent & { usage: string },
): Stripe.SetupIntent => ({
  ...newIntent(newId.setup_intent(), created, intent),
  object: 'setup_intent',
  ...blank.setup_intent,
  payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
  usage,
});

interface NewPaymentIntent extends NewIntent {
  capture_method: string;
  amount: number;
  currency: string;
  receipt_email: string | null;
  setup_future_usage: string | null;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
}

export const newPaymentIntent = (created: number, intent: NewPaymentIntent): Stripe.PaymentIntent => ({
  ...newIntent(newId.payment_intent(), created, intent),
  object: 'payment_intent',
  ...blank.payment_intent,
  confirmation_method: 'automatic',
  payment_method_options: {
    card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  },
});

export const newCharge = (
  created: number,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | undefined,
  authenticated: boolean,
): Stripe.Charge => ({
  id: newId.charge(),
  object: 'charge',
  ...blank.charge,
  amount: intent.amount,
  amount_captured: decline ? 0 : intent.amount,
  billing_details: method.billing_details,
  calculated_statement_descriptor: intent.statement_descriptor ?? 'LOCAL CARD PROVIDER',
  captured: !decline,
  created,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  failure_code: decline?.code ?? null,
  failure_message: decline?.message ?? null,
  metadata: intent.metadata,
  outcome: outcomeOf(decline),
  paid: !decline,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: { card: chargedCard(intent, method, decline, authenticated), type: 'card' },
  receipt_email: intent.receipt_email,
  statement_descriptor: intent.statement_descriptor,
  statement_descriptor_suffix: intent.statement_descriptor_suffix,
  status: decline ? 'failed' : 'succeeded',
});

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  const reason = decline ? (decline.decline_code ?? decline.code) : null;
  return {
    advice_code: decline?.advice_code ?? null,
    network_advice_code: null,
    network_decline_code: decline?.network_decline_code ?? null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason,
    risk_level: 'normal',
    seller_message: decline ? `The bank returned the decline code \`${reason}\`.` : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

function chargedCard(
  { amount }: Stripe.PaymentIntent,
  { card }: Stripe.PaymentMethod,
  decline: Decline | undefined,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  const transaction = newId.transaction();
  return {
    amount_authorized: decline ? null : amount,
    authorization_code: decline ? null : transaction.slice(0, 6),
    brand: card!.brand,
    checks: card!.checks,
    country: card!.country,
    electronic_commerce_indicator: authenticated ? '05' : null,
    exp_month: card!.exp_month,
    exp_year: card!.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card!.fingerprint ?? null,
    funding: card!.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card!.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card!.brand,
    network_token: { used: false },
    network_transaction_id: decline ? null : transaction,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: `00000000-0000-4000-8000-${transaction.slice(0, 12)}`,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}

export const newRefund = (
  created: number,
  charge: Stripe.Charge,
  { amount, metadata, reason }: { amount: number; metadata: Metadata; reason: string | null },
): Stripe.Refund => ({
  id: newId.refund(),
  object: 'refund',
  ...blank.refund,
  amount,
  charge: charge.id,
  created,
  currency: charge.currency,
  customer: charge.customer,
  destination_details: {
    card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    type: 'card',
  },
  metadata,
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  reason,
  status: 'succeeded',
});

const DISPUTE_DAYS = 9;

export const newDispute = (created: number, charge: Stripe.Charge, reason: string): Stripe.Dispute => ({
  id: newId.dispute(),
  object: 'dispute',
  ...blank.dispute,
  amount: charge.amount,
  charge: charge.id,
  created,
  currency: charge.currency,
  evidence: { ...blank.dispute.evidence, customer_name: charge.billing_details.name },
  evidence_details: {
    ...blank.dispute.evidence_details,
    due_by: created + DISPUTE_DAYS * 86_400,
    submission_method: 'manual',
  },
  payment_intent: charge.payment_intent,
  payment_method_details: {
    card: {
      brand: charge.payment_method_details?.card?.brand ?? 'visa',
      case_type: 'chargeback',
      network: charge.payment_method_details?.card?.network ?? 'visa',
      network_reason_code: '10.4',
    },
    type: 'card',
  },
  reason,
  status: 'needs_response',
});

export const newEvent = (
  created: number,
  type: Stripe.Event['type'],
  object: object,
  previous: object | undefined,
  request: { id: string; idempotency_key: string | null },
) =>
  ({
    id: newId.event(),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created,
    data: { object: object as Stripe.Event.Data.Object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  }) satisfies Record<keyof Omit<Stripe.Event, 'account' | 'context'>, unknown>;

export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
