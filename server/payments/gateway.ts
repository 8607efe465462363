/** What billing needs from a card provider. Every call may be slow or fail, and a call may take effect although its response is lost. */
import type { Clock } from '../core/clock.ts';
import { NotSetUp, ServiceUnavailable } from '../core/errors.ts';
import { once } from '../core/promises.ts';
import type { MoneyBackGateway } from './money-back.ts';

export interface Card {
  reference: string;
  /** Undefined when the card is no longer attached to a customer. */
  customer: string | undefined;
  /** The last digits. */
  alias: string;
  expires: string;
  country?: string;
  /** Identifies the card, however often it is added. */
  fingerprint?: string;
  name?: string;
  address: CardAddress;
}

/** As entered by the holder. */
export interface CardAddress {
  line_1?: string;
  line_2?: string;
  postal_code?: string;
  city?: string;
  state?: string;
  country?: string;
}

export interface CardSetupState {
  customer: string | undefined;
  /** The card, once its holder has confirmed it. */
  card: string | undefined;
  /** DECLINED if the provider refused the card, and OPEN until that is decided. */
  state: 'SUCCEEDED' | 'DECLINED' | 'OPEN';
}

export interface Payment {
  reference: string;
  /** A CANCELED payment can never succeed. */
  state: 'SUCCEEDED' | 'PROCESSING' | 'OPEN' | 'CANCELED';
  customer: string | undefined;
  bill_id: number | undefined;
  /** In whole cents. */
  amount: number;
  /** Three letters in lower case. Bills are in `usd`. */
  currency: string;
  card: string | undefined;
  failure: string | undefined;
  /** The secret for the holder's browser while the bank waits for the holder. */
  client_secret: string | undefined;
}

export type ChargeResult =
  | { state: 'SUCCEEDED' | 'PROCESSING' }
  /** The bank asks the holder to confirm (3-D Secure). Only for a charge in the holder's presence. */
  | { state: 'AUTHENTICATION'; client_secret: string }
  /** The payment was paid or canceled in the meantime. Its state says which. */
  | { state: 'OVERTAKEN' }
  /** If `card_is_dead`, no later charge of this card can succeed. */
  | { state: 'DECLINED'; code: string; card_is_dead: boolean };

export interface ProviderEvent {
  id: string;
  type: string;
  object: string;
}

/** The provider refuses the request, and would refuse it again. */
export class ProviderRefused extends ServiceUnavailable {
  readonly reason: string;

  constructor(reason: string) {
    super('The provider is not available right now. Try again', 'provider_unavailable', { shouldRetry: false });
    this.reason = reason;
  }
}

/**
 * Every call throws ServiceUnavailable when the provider does not respond, although the call may have taken effect, and
 * ProviderRefused when the provider refuses the call.
 */
export interface PaymentGateway extends MoneyBackGateway {
  readonly publishable_key: string;
  /** A repeated call returns the same customer. `replaces` is a customer that was deleted at the provider. */
  createCustomer(account: { merchant_id: number; replaces: string | null }): Promise<string>;
  deleteCustomer(customer: string): Promise<void>;
  /** @returns undefined when the customer is gone. */
  startSetup(setup: {
    merchant_id: number;
    customer: string;
  }): Promise<{ id: string; client_secret: string } | undefined>;
  findSetup(id: string): Promise<CardSetupState | undefined>;
  findCard(reference: string): Promise<Card | undefined>;
  detachCard(reference: string): Promise<void>;
  /** A repeated call returns the same payment. `replaces` is a payment that can never succeed. @returns undefined when the customer is gone. */
  preparePayment(bill: {
    bill_id: number;
    amount: number;
    customer: string;
    replaces: string | null;
    /** Printed on the provider's receipts and lists. */
    description: string;
  }): Promise<string | undefined>;
  findPayment(reference: string): Promise<Payment | undefined>;
  /** @returns the payment, which may already have succeeded. */
  cancelPayment(reference: string): Promise<Payment | undefined>;
  /**
   * Charges a prepared payment to a card, without the holder unless `on_session`. A repeated call with the same `attempt` returns
   * the same result.
   */
  charge(payment: string, charge: { card: string; attempt: string; on_session?: boolean }): Promise<ChargeResult>;
  hasCustomer(customer: string): Promise<boolean>;
  /** @throws BadRequest when the signature does not match. */
  readEvent(body: Buffer, signature: string, receivedAt: Date): Promise<ProviderEvent>;
}

type Call = (...parameters: unknown[]) => Promise<unknown>;

export function laterGateway(publishable_key: string, load: () => Promise<PaymentGateway>): PaymentGateway {
  const loaded = once(load) as unknown as () => Promise<Record<PropertyKey, Call>>;
  return new Proxy({} as PaymentGateway, {
    get: (_, name) =>
      name === 'publishable_key'
        ? publishable_key
        : async (...parameters: unknown[]) => {
            const gateway = await loaded();
            return gateway[name]!(...parameters);
          },
  });
}

/** Used when no provider is configured. Every use of it throws NotSetUp. */
export const noGateway: PaymentGateway = new Proxy({} as PaymentGateway, {
  get: () => {
    throw new NotSetUp('Card payments are not set up here. Contact us to pay by invoice');
  },
});

/** After this time without another call, earlier failures no longer count. */
const FORGOTTEN_AFTER_MS = 1_800_000;

export interface ProviderHealth {
  /** Consecutive calls without a response. */
  failures(): number;
}

/** Learns from calls whether the provider is up. A refusal counts as a response. */
export function watchProvider(
  gateway: PaymentGateway,
  clock: Clock,
): { gateway: PaymentGateway; health: ProviderHealth } {
  let failures = 0;
  let last = 0;
  const learn = (error?: unknown) => {
    if (error instanceof ServiceUnavailable && !(error instanceof ProviderRefused)) {
      failures++;
      last = clock.now().getTime();
    } else failures = 0;
  };
  const watched = new Proxy(gateway, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return async (...parameters: unknown[]) => {
        try {
          const result: unknown = await member.apply(target, parameters);
          // Reading an event makes no call to the provider.
          if (name !== 'readEvent') learn();
          return result;
        } catch (error) {
          if (name !== 'readEvent') learn(error);
          throw error;
        }
      };
    },
  });
  return {
    gateway: watched,
    health: { failures: () => (clock.now().getTime() - last < FORGOTTEN_AFTER_MS ? failures : 0) },
  };
}
