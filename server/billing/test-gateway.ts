/** A card provider in memory that loses answers after it has acted, as networks do. */
import { BadRequest, ServiceUnavailable } from '../errors.ts';
import type { Card, ChargeResult, PaymentGateway } from '../payments/gateway.ts';

/** What happens to the next call that changes something. */
export type Fault = 'ok' | 'lose_request' | 'lose_answer';

interface StoredPayment {
  reference: string;
  bill_id: number;
  amount: number;
  customer: string;
  succeeded: boolean;
  card: string | undefined;
}

const ADDRESS = { line_1: 'Storgatan 1', postal_code: '111 22', city: 'Stockholm', country: 'SE' };

export function createTestGateway() {
  const payments = new Map<string, StoredPayment>();
  const cards = new Map<string, Card>();
  const answers = new Map<string, unknown>();
  const faults: Fault[] = [];
  const declining = new Map<string, { code: string; card_is_dead: boolean }>();
  const gone = () => new ServiceUnavailable('gone', 'provider_unavailable');

  async function effect<T>(key: string, act: () => T): Promise<T> {
    const fault = faults.shift() ?? 'ok';
    if (fault === 'lose_request') throw gone();
    if (!answers.has(key)) answers.set(key, act());
    if (fault === 'lose_answer') throw gone();
    return answers.get(key) as T;
  }

  const gateway: PaymentGateway = {
    publishable_key: 'pk_test_1234',
    createCustomer: (merchantId) => effect(`customer-${merchantId}`, () => `cus_${merchantId}`),
    deleteCustomer: async (customer) => {
      for (const [reference, card] of cards) if (card.customer === customer) cards.delete(reference);
    },
    startSetup: async () => ({ id: 'seti_test', client_secret: 'seti_test_secret' }),
    findSetup: async () => undefined,
    findCard: async (reference) => cards.get(reference),
    async detachCard(reference) {
      const card = cards.get(reference);
      if (card) cards.set(reference, { ...card, customer: undefined });
    },
    // Keys of creations are kept for a day only: the payment that the bill remembers is what makes it one.
    preparePayment: ({ bill_id, amount, customer }) =>
      effect(`bill-${bill_id}`, () => {
        const reference = `pi_${payments.size + 1}`;
        payments.set(reference, { reference, bill_id, amount, customer, succeeded: false, card: undefined });
        return reference;
      }),
    async findPayment(reference) {
      const payment = payments.get(reference);
      return payment && { ...payment, state: payment.succeeded ? 'SUCCEEDED' : 'OPEN' };
    },
    charge: (reference, { card, attempt }) =>
      effect<ChargeResult>(attempt, () => {
        const payment = payments.get(reference)!;
        if (payment.succeeded) throw new Error('a payment succeeds once');
        const decline = declining.get(card);
        if (decline) return { state: 'DECLINED', ...decline };
        payment.succeeded = true;
        payment.card = card;
        return { state: 'SUCCEEDED' };
      }),
    async readEvent(body, signature) {
      if (signature !== 'good') throw new BadRequest('The signature does not fit the event');
      return JSON.parse(body.toString('utf8'));
    },
  };

  return {
    gateway,
    payments,
    /** What was taken from cards, in cents by bill. */
    taken: () => [...payments.values()].filter(({ succeeded }) => succeeded),
    fail: (...next: Fault[]) => void faults.push(...next),
    /** Forgets the answers that it has given, as a provider does after a day. */
    forgetKeys: () => answers.clear(),
    card(reference: string, customer: string): Card {
      const card = { reference, customer, alias: '4242', expires: '2040-12', name: 'Alma Vinter', address: ADDRESS };
      cards.set(reference, card);
      return card;
    },
    decline: (card: string, code = 'insufficient_funds', card_is_dead = false) =>
      void declining.set(card, { code, card_is_dead }),
    accept: (card: string) => void declining.delete(card),
  };
}
