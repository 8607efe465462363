/** The gateway to Stripe: setup intents store cards, and payment intents charge them. */

import Stripe from 'stripe';
import { product_name } from '../../openapi/facts/product.ts';
import { BadRequest } from '../core/errors.ts';
import type { Logger } from '../core/log.ts';
import type { Card, ChargeResult, Payment, PaymentGateway } from './gateway.ts';
import { type Ask, answered, createAsk, declineOf, isRefusal } from './stripe-errors.ts';
import { billOf, idOf, moneyBack } from './stripe-money-back.ts';

export interface StripeOptions {
  secret_key: string;
  publishable_key: string;
  webhook_secret: string;
  host?: string;
  port?: number;
  protocol?: 'http' | 'https';
  log: Logger;
}

const TIMEOUT_MS = 15_000;
const SIGNATURE_SECONDS = 300;
/** In this version of the API, `payment_method_types` is called `allowed_payment_method_types`. */
const CARDS_ONLY = { allowed_payment_method_types: ['card' as const] };

export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const { secret_key, publishable_key, webhook_secret, log, ...address } = options;
  const stripe = new Stripe(secret_key, {
    ...address,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: product_name },
  });
  const ask = createAsk(log);
  return {
    publishable_key,
    ...customers(stripe, ask),
    ...cards(stripe, ask),
    ...payments(stripe, ask),
    ...moneyBack(stripe, ask),
    readEvent: (body, signature, receivedAt) => readEvent(stripe, webhook_secret, body, signature, receivedAt),
  };
}

const customers = (stripe: Stripe, ask: Ask) =>
  ({
    async createCustomer({ merchant_id, replaces }) {
      // The customer at the provider has only our account number: names and addresses are stored with the cards.
      const metadata = { merchant_id: String(merchant_id) };
      const { id } = await ask(
        stripe.customers.create({ metadata }, { idempotencyKey: keyOf('customer', merchant_id, replaces) }),
      );
      return id;
    },

    async deleteCustomer(customer) {
      await ask(stripe.customers.del(customer), undefined);
    },

    async hasCustomer(customer) {
      const found = await ask(stripe.customers.retrieve(customer), undefined);
      return found !== undefined && !found.deleted;
    },
  }) satisfies Partial<PaymentGateway>;

const cards = (stripe: Stripe, ask: Ask) => {
  async function findCard(reference: string): Promise<Card | undefined> {
    const method = await ask(stripe.paymentMethods.retrieve(reference), undefined);
    return method?.card ? toCard(method, method.card) : undefined;
  }

  return {
    async startSetup({ customer, merchant_id }) {
      const setup = await ask(
        stripe.setupIntents.create({
          customer,
          ...CARDS_ONLY,
          usage: 'off_session',
          metadata: { merchant_id: String(merchant_id) },
        }),
        undefined,
      );
      return setup && { id: setup.id, client_secret: setup.client_secret! };
    },

    async findSetup(id) {
      const setup = await ask(stripe.setupIntents.retrieve(id), undefined);
      if (!setup) return undefined;
      const isDeclined = setup.status === 'canceled' || setup.last_setup_error !== null;
      return {
        customer: idOf(setup.customer),
        card: idOf(setup.payment_method),
        state: setup.status === 'succeeded' ? 'SUCCEEDED' : isDeclined ? 'DECLINED' : 'OPEN',
      };
    },

    findCard,

    async detachCard(reference) {
      // The provider refuses to detach a card twice.
      const card = await findCard(reference);
      if (card?.customer) await ask(stripe.paymentMethods.detach(reference), undefined);
    },
  } satisfies Partial<PaymentGateway>;
};

const payments = (stripe: Stripe, ask: Ask) => {
  async function findPayment(reference: string): Promise<Payment | undefined> {
    const intent = await ask(stripe.paymentIntents.retrieve(reference), undefined);
    return intent && toPayment(intent);
  }

  return {
    async preparePayment({ bill_id, amount, customer, replaces, description }) {
      const metadata = { bill_id: String(bill_id) };
      const intent = await ask(
        stripe.paymentIntents.create(
          { amount, currency: 'usd', customer, description, metadata, ...CARDS_ONLY },
          { idempotencyKey: keyOf('bill', bill_id, amount, customer, replaces) },
        ),
        undefined,
      );
      return intent?.id;
    },

    findPayment,

    async cancelPayment(reference) {
      try {
        return toPayment(answered(await stripe.paymentIntents.cancel(reference)));
      } catch (error) {
        // It was already paid or canceled, and `findPayment` says which.
        if (isRefusal(error)) return findPayment(reference);
        throw ask.failure(error);
      }
    },

    async charge(payment, { card, attempt, on_session = false }) {
      try {
        const intent = await stripe.paymentIntents.confirm(
          payment,
          { payment_method: card, ...(on_session ? { use_stripe_sdk: true } : { off_session: true }) },
          { idempotencyKey: attempt },
        );
        return chargeOf(answered(intent));
      } catch (error) {
        const declined = declineOf(error);
        if (declined) return declined;
        if (isRefusal(error)) {
          const now = await findPayment(payment);
          if (now && now.state !== 'OPEN') return { state: 'OVERTAKEN' };
        }
        throw ask.failure(error);
      }
    },
  } satisfies Partial<PaymentGateway>;
};

function chargeOf({ status, client_secret }: Stripe.PaymentIntent): ChargeResult {
  if (status === 'succeeded') return { state: 'SUCCEEDED' };
  if (status === 'processing') return { state: 'PROCESSING' };
  if (status === 'requires_action' && client_secret) return { state: 'AUTHENTICATION', client_secret };
  return { state: 'DECLINED', code: status, card_is_dead: false };
}

async function readEvent(stripe: Stripe, secret: string, body: Buffer, signature: string, receivedAt: Date) {
  try {
    const at = receivedAt.getTime();
    const event = await stripe.webhooks.constructEventAsync(body, signature, secret, SIGNATURE_SECONDS, undefined, at);
    return { id: event.id, type: event.type, object: String((event.data.object as { id?: unknown }).id ?? '') };
  } catch (error) {
    throw new BadRequest('The signature does not match the event', 'invalid_value', { cause: error });
  }
}

/** An idempotency key, made of everything that the created object depends on, such as its customer or the object that it replaces. */
const keyOf = (...parts: (string | number | null)[]): string => parts.filter((part) => part !== null).join('-');

const PAYMENT_STATES: Partial<Record<Stripe.PaymentIntent.Status, Payment['state']>> = {
  succeeded: 'SUCCEEDED',
  processing: 'PROCESSING',
  canceled: 'CANCELED',
};

function toPayment(intent: Stripe.PaymentIntent): Payment {
  const { id, status, metadata, amount, currency, customer, payment_method, last_payment_error, client_secret } =
    intent;
  return {
    reference: id,
    state: PAYMENT_STATES[status] ?? 'OPEN',
    customer: idOf(customer),
    bill_id: billOf(metadata),
    amount,
    currency,
    card: idOf(payment_method),
    failure: last_payment_error?.decline_code ?? last_payment_error?.code,
    client_secret: status === 'requires_action' ? (client_secret ?? undefined) : undefined,
  };
}

function toCard(
  { id, customer, billing_details: { name, address } }: Stripe.PaymentMethod,
  card: Stripe.PaymentMethod.Card,
): Card {
  return {
    reference: id,
    customer: idOf(customer),
    alias: card.last4,
    expires: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
    ...(card.country && { country: card.country }),
    ...(card.fingerprint && { fingerprint: card.fingerprint }),
    ...(name && { name }),
    address: {
      ...(address?.line1 && { line_1: address.line1 }),
      ...(address?.line2 && { line_2: address.line2 }),
      ...(address?.postal_code && { postal_code: address.postal_code }),
      ...(address?.city && { city: address.city }),
      ...(address?.state && { state: address.state }),
      ...(address?.country && { country: address.country }),
    },
  };
}
