/** What billing needs of a card provider. Everything behind it may be slow, fail, or lose its answer after the effect. */
import { ServiceUnavailable } from '../errors.ts';

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
  state: 'SUCCEEDED' | 'PROCESSING' | 'OPEN';
  bill_id: number | undefined;
  /** Whole cents. */
  amount: number;
  /** The card that paid. */
  card: string | undefined;
}

export type ChargeResult =
  | { state: 'SUCCEEDED' | 'PROCESSING' }
  /** `card_is_dead`: this card will never be charged again. */
  | { state: 'DECLINED'; code: string; card_is_dead: boolean };

export interface ProviderEvent {
  id: string;
  type: string;
  /** Id of the object that the event is about. */
  object: string;
}

/** Every call throws ServiceUnavailable when the provider does not answer, and then may or may not have had its effect. */
export interface PaymentGateway {
  readonly publishable_key: string;
  createCustomer(merchantId: number): Promise<string>;
  deleteCustomer(customer: string): Promise<void>;
  startSetup(setup: { merchant_id: number; customer: string }): Promise<{ id: string; client_secret: string }>;
  findSetup(id: string): Promise<CardSetupState | undefined>;
  findCard(reference: string): Promise<Card | undefined>;
  detachCard(reference: string): Promise<void>;
  /** Makes the one payment of a bill; repeated, it gives the same one. */
  preparePayment(bill: { bill_id: number; amount: number; customer: string }): Promise<string>;
  findPayment(reference: string): Promise<Payment | undefined>;
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
