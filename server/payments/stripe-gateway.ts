/** Stripe behind the gateway: payment intents and setup intents, confirmed off-session, every creation under a key of its own. */
import Stripe from 'stripe';
import { BadRequest, ServiceUnavailable } from '../core/errors.ts';
import { faultOf } from '../core/fault.ts';
import type { Logger } from '../core/log.ts';
import { type Card, type ChargeResult, type Payment, type PaymentGateway, ProviderRefused } from './gateway.ts';

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
const UNAVAILABLE = 'The provider is not available right now. Try again';
const { StripeAuthenticationError, StripeCardError, StripeInvalidRequestError, StripePermissionError } = Stripe.errors;

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
      if (missing.length > 0 && isRefusal(error) && error.code === 'resource_missing') return missing[0] as M;
      throw failure(error);
    }
  }

  /** The provider's own error ends here: what it holds of cards and people is in no log, nor in what is thrown. */
  function failure(error: unknown): ServiceUnavailable {
    const fault = faultOf(error);
    if (isRefusal(error) || error instanceof StripeCardError) {
      log.error({ fault }, 'the card provider refused a call: look into it');
      return new ProviderRefused(fault.code ?? fault.type);
    }
    if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
      log.error({ fault }, 'the card provider does not take our key: look into it');
    else log.warn({ fault }, 'the card provider does not answer as it should');
    return new ServiceUnavailable(UNAVAILABLE, 'provider_unavailable');
  }

  const gateway: PaymentGateway = {
    publishable_key,

    async createCustomer({ merchant_id, replaces }) {
      // Known there by our number alone: what else it needs stands with the card.
      const metadata = { merchant_id: String(merchant_id) };
      const { id } = await ask(
        stripe.customers.create({ metadata }, { idempotencyKey: keyOf('customer', merchant_id, replaces) }),
      );
      return id;
    },

    async deleteCustomer(customer) {
      await ask(stripe.customers.del(customer), undefined);
    },

    async startSetup({ customer, merchant_id }) {
      const setup = await ask(
        stripe.setupIntents.create({
          customer,
          automatic_payment_methods: CARDS_ONLY,
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
      // One that is detached already answers with a refusal.
      const card = await gateway.findCard(reference);
      if (card?.customer) await ask(stripe.paymentMethods.detach(reference), undefined);
    },

    async preparePayment({ bill_id, amount, customer, replaces }) {
      const intent = await ask(
        stripe.paymentIntents.create(
          {
            amount,
            currency: 'usd',
            customer,
            automatic_payment_methods: CARDS_ONLY,
            metadata: { bill_id: String(bill_id) },
          },
          { idempotencyKey: keyOf('bill', bill_id, customer, replaces) },
        ),
        undefined,
      );
      return intent?.id;
    },

    async findPayment(reference) {
      const intent = await ask(stripe.paymentIntents.retrieve(reference), undefined);
      return intent && toPayment(intent);
    },

    async cancelPayment(reference) {
      try {
        return toPayment(await stripe.paymentIntents.cancel(reference));
      } catch (error) {
        // It ended in another way before: the provider says in which.
        if (isRefusal(error)) return gateway.findPayment(reference);
        throw failure(error);
      }
    },

    async charge(payment, { card, attempt }): Promise<ChargeResult> {
      try {
        const { status } = await stripe.paymentIntents.confirm(
          payment,
          { payment_method: card, off_session: true },
          { idempotencyKey: attempt },
        );
        if (status === 'succeeded') return { state: 'SUCCEEDED' };
        if (status === 'processing') return { state: 'PROCESSING' };
        return { state: 'DECLINED', code: status, card_is_dead: false };
      } catch (error) {
        if (error instanceof StripeCardError) {
          const code = error.decline_code ?? error.code ?? 'card_declined';
          return { state: 'DECLINED', code, card_is_dead: DEAD_CARD.has(code) || DEAD_CARD.has(error.code ?? '') };
        }
        if (!isRefusal(error)) throw failure(error);
        if (saysCardRemoved(error)) return { state: 'DECLINED', code: error.code!, card_is_dead: true };
        const now = await gateway.findPayment(payment);
        if (now && now.state !== 'OPEN') return { state: 'OVERTAKEN' };
        throw failure(error);
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

/** What it was asked for is wrong; another try would not help. */
const isRefusal = (error: unknown): error is InstanceType<typeof StripeInvalidRequestError> =>
  error instanceof StripeInvalidRequestError;

/** A refusal of a charge. What is missing with 404 is the payment itself. */
const saysCardRemoved = ({ code, statusCode }: InstanceType<typeof StripeInvalidRequestError>): boolean =>
  code === 'payment_method_unexpected_state' || (code === 'resource_missing' && statusCode !== 404);

/** Keys name all that a creation depends on: for another customer, or after one that is gone, it is another creation. */
const keyOf = (...parts: (string | number | null)[]): string => parts.filter((part) => part !== null).join('-');

const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

const PAYMENT_STATES: Partial<Record<Stripe.PaymentIntent.Status, Payment['state']>> = {
  succeeded: 'SUCCEEDED',
  processing: 'PROCESSING',
  canceled: 'CANCELED',
};

function toPayment({ id, status, metadata, amount, customer, payment_method }: Stripe.PaymentIntent): Payment {
  const bill = Number(metadata?.['bill_id']);
  return {
    reference: id,
    state: PAYMENT_STATES[status] ?? 'OPEN',
    customer: idOf(customer),
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
