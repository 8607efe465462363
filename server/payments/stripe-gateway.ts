/** Stripe behind the gateway: payment intents and setup intents, confirmed off-session, every creation under a key of its own. */
import Stripe from 'stripe';
import { BadRequest, ServiceUnavailable } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Card, ChargeResult, Payment, PaymentGateway } from './gateway.ts';

export interface StripeOptions {
  secret_key: string;
  publishable_key: string;
  webhook_secret: string;
  /** Where the API is, when it is not Stripe's. */
  host?: string;
  port?: number;
  protocol?: 'http' | 'https';
  log: Logger;
}

const TIMEOUT_MS = 15_000;
const SIGNATURE_SECONDS = 300;
/** What can be charged without sending the holder somewhere. */
const CARDS_ONLY = { enabled: true, allow_redirects: 'never' } as const;
/** Decline codes after which a card is of no more use. */
const DEAD_CARD = new Set(['expired_card', 'lost_card', 'stolen_card', 'pickup_card', 'invalid_account']);

export function createStripeGateway({ secret_key, publishable_key, webhook_secret, log, ...address }: StripeOptions) {
  const stripe = new Stripe(secret_key, {
    ...address,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Sigill' },
  });

  /** Turns what the provider answers into what callers can tell apart; `missing` stands for an id it does not know. */
  async function ask<T>(work: Promise<T>): Promise<T>;
  async function ask<T, M>(work: Promise<T>, missing: M): Promise<T | M>;
  async function ask<T, M>(work: Promise<T>, ...missing: [] | [M]): Promise<T | M> {
    try {
      return await work;
    } catch (error) {
      if (
        error instanceof Stripe.errors.StripeInvalidRequestError &&
        error.code === 'resource_missing' &&
        missing.length > 0
      )
        return missing[0] as M;
      if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
        throw error;
      log.warn({ err: error }, 'the card provider does not answer as it should');
      throw new ServiceUnavailable('The provider is not available right now. Try again', 'provider_unavailable', {
        cause: error,
      });
    }
  }

  const gateway: PaymentGateway = {
    publishable_key,

    async createCustomer(merchantId) {
      // Known there by our number alone: what else it needs stands with the card.
      const metadata = { merchant_id: String(merchantId) };
      const { id } = await ask(stripe.customers.create({ metadata }, { idempotencyKey: `customer-${merchantId}` }));
      return id;
    },

    async deleteCustomer(customer) {
      await ask(stripe.customers.del(customer), undefined);
    },

    async startSetup({ customer, merchant_id }) {
      const { id, client_secret } = await ask(
        stripe.setupIntents.create({
          customer,
          automatic_payment_methods: CARDS_ONLY,
          usage: 'off_session',
          metadata: { merchant_id: String(merchant_id) },
        }),
      );
      return { id, client_secret: client_secret! };
    },

    async findSetup(id) {
      const setup = await ask(stripe.setupIntents.retrieve(id), undefined);
      if (!setup) return undefined;
      const declined = setup.status === 'canceled' || setup.last_setup_error !== null;
      return {
        customer: idOf(setup.customer),
        card: idOf(setup.payment_method),
        state: setup.status === 'succeeded' ? 'SUCCEEDED' : declined ? 'DECLINED' : 'OPEN',
      };
    },

    async findCard(reference) {
      const method = await ask(stripe.paymentMethods.retrieve(reference), undefined);
      return method?.card ? toCard(method, method.card) : undefined;
    },

    async detachCard(reference) {
      try {
        await ask(stripe.paymentMethods.detach(reference), undefined);
      } catch (error) {
        // One that is detached already answers with a refusal.
        const card = await gateway.findCard(reference);
        if (card?.customer) throw error;
      }
    },

    async preparePayment({ bill_id, amount, customer }) {
      const { id } = await ask(
        stripe.paymentIntents.create(
          {
            amount,
            currency: 'usd',
            customer,
            automatic_payment_methods: CARDS_ONLY,
            metadata: { bill_id: String(bill_id) },
          },
          { idempotencyKey: `bill-${bill_id}` },
        ),
      );
      return id;
    },

    async findPayment(reference) {
      const intent = await ask(stripe.paymentIntents.retrieve(reference), undefined);
      return intent && toPayment(intent);
    },

    async charge(payment, { card, attempt }): Promise<ChargeResult> {
      try {
        const { status } = await ask(
          stripe.paymentIntents.confirm(
            payment,
            { payment_method: card, off_session: true },
            { idempotencyKey: attempt },
          ),
        );
        if (status === 'succeeded') return { state: 'SUCCEEDED' };
        if (status === 'processing') return { state: 'PROCESSING' };
        return { state: 'DECLINED', code: status, card_is_dead: false };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) {
          const code = error.decline_code ?? error.code ?? 'card_declined';
          return { state: 'DECLINED', code, card_is_dead: DEAD_CARD.has(code) || DEAD_CARD.has(error.code ?? '') };
        }
        const refused = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
        // The card was removed at the provider.
        if (refused === 'resource_missing' || refused === 'payment_method_unexpected_state')
          return { state: 'DECLINED', code: refused, card_is_dead: true };
        throw error;
      }
    },

    async readEvent(body, signature, receivedAt) {
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          webhook_secret,
          SIGNATURE_SECONDS,
          undefined,
          receivedAt.getTime(),
        );
        return { id: event.id, type: event.type, object: String((event.data.object as { id?: unknown }).id ?? '') };
      } catch (error) {
        throw new BadRequest('The signature does not fit the event', 'invalid_value', { cause: error });
      }
    },
  };
  return gateway;
}

const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

function toPayment({ id, status, metadata, amount, payment_method }: Stripe.PaymentIntent): Payment {
  const bill = Number(metadata?.['bill_id']);
  return {
    reference: id,
    state: status === 'succeeded' ? 'SUCCEEDED' : status === 'processing' ? 'PROCESSING' : 'OPEN',
    bill_id: Number.isSafeInteger(bill) && bill > 0 ? bill : undefined,
    amount,
    card: idOf(payment_method),
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
