/** What billing needs of a card provider. Everything behind it may be slow, fail, or lose its answer after the effect. */
import { ServiceUnavailable } from '../core/errors.ts';

export interface Card {
  /** Id of the card at the provider. */
  reference: string;
  /** Absent when the card is no longer attached to a customer. */
  customer: string | undefined;
  /** Last digits. */
  alias: string;
  /** Last month, YYYY-MM. */
  expires: string;
  name?: string;
  address: CardAddress;
}

/** As typed by the holder; the provider may lack any of it. */
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
  /** The card, once the holder has confirmed it. */
  card: string | undefined;
  /** DECLINED when the provider refused the card; OPEN while nothing is decided. */
  state: 'SUCCEEDED' | 'DECLINED' | 'OPEN';
}

export interface Payment {
  reference: string;
  /** CANCELED: it can never succeed. */
  state: 'SUCCEEDED' | 'PROCESSING' | 'OPEN' | 'CANCELED';
  /** Whose cards can be charged to it. */
  customer: string | undefined;
  bill_id: number | undefined;
  /** Whole cents. */
  amount: number;
  /** The card that paid. */
  card: string | undefined;
}

export type ChargeResult =
  | { state: 'SUCCEEDED' | 'PROCESSING' }
  /** The payment ended meanwhile, one way or another: its state says which. */
  | { state: 'OVERTAKEN' }
  /** `card_is_dead`: this card will never be charged again. */
  | { state: 'DECLINED'; code: string; card_is_dead: boolean };

export interface ProviderEvent {
  id: string;
  type: string;
  /** Id of the object that the event is about. */
  object: string;
}

/** The provider answered, and will not do it: asking again with the same gets the same answer. */
export class ProviderRefused extends ServiceUnavailable {
  /** The provider's word for it. */
  readonly reason: string;

  constructor(reason: string) {
    super('The provider is not available right now. Try again', 'provider_unavailable');
    this.reason = reason;
  }
}

/**
 * Every call throws ServiceUnavailable when the provider does not answer, and then may or may not have had its effect, and
 * ProviderRefused when it answers that it will not.
 */
export interface PaymentGateway {
  readonly publishable_key: string;
  /** Repeated, it gives the same one; `replaces` is the one that is gone. */
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
  /**
   * Makes the one payment of a bill; repeated, it gives the same one. `replaces` is the one that can never succeed.
   * @returns undefined when the customer is gone.
   */
  preparePayment(bill: {
    bill_id: number;
    amount: number;
    customer: string;
    replaces: string | null;
  }): Promise<string | undefined>;
  findPayment(reference: string): Promise<Payment | undefined>;
  /** Ends an open payment. @returns how it stands afterwards: it may have succeeded before. */
  cancelPayment(reference: string): Promise<Payment | undefined>;
  /** Charges a prepared payment to a card, without the holder. `attempt` names the try: repeated, it gives the same answer. */
  charge(payment: string, charge: { card: string; attempt: string }): Promise<ChargeResult>;
  /** @throws BadRequest when the signature does not fit. */
  readEvent(body: Buffer, signature: string, receivedAt: Date): Promise<ProviderEvent>;
}

/** Stands in where no provider is configured: cards cannot be added, everything else works. */
export const noGateway: PaymentGateway = new Proxy({} as PaymentGateway, {
  get: () => {
    throw new ServiceUnavailable('Cards are not set up here. Contact us to pay by invoice', 'provider_unavailable');
  },
});
