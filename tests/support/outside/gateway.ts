/** A card provider in memory that loses requests and responses when told to, as networks do. */
import { BadRequest, ServiceUnavailable } from '../../../server/core/errors.ts';
import {
  type Card,
  type ChargeResult,
  type Payment,
  type PaymentGateway,
  ProviderRefused,
} from '../../../server/payments/gateway.ts';
import type { ProviderDispute, ProviderRefund } from '../../../server/payments/money-back.ts';

export type Fault = 'ok' | 'lose_request' | 'lose_answer';

const ADDRESS = { line_1: 'Storgatan 1', postal_code: '111 22', city: 'Stockholm', country: 'SE' };

export function createTestGateway() {
  const payments = new Map<string, Payment>();
  const cards = new Map<string, Card>();
  const answers = new Map<string, unknown>();
  const faults: Fault[] = [];
  const declining = new Map<string, { code: string; card_is_dead: boolean }>();
  /** Deleted customers. */
  const deleted = new Set<string>();
  const returned: ProviderRefund[] = [];
  const disputed: ProviderDispute[] = [];
  /** Cards whose bank wants the holder to confirm each payment. */
  const guarded = new Set<string>();
  const refunds = new Map<string, { payment: string; refunds: Omit<ProviderRefund, 'payment'>[] }>();
  const disputes = new Map<string, ProviderDispute>();
  const gone = () => new ServiceUnavailable('gone', 'provider_unavailable');

  let refusing: string | undefined;
  let slow = false;
  const attempts: string[] = [];

  function cancel(reference: string): void {
    const payment = payments.get(reference)!;
    if (payment.state === 'OPEN') payment.state = 'CANCELED';
  }

  async function effect<T>(key: string, act: () => T): Promise<T> {
    const fault = faults.shift() ?? 'ok';
    if (fault === 'lose_request') throw gone();
    if (!answers.has(key)) answers.set(key, act());
    if (fault === 'lose_answer') throw gone();
    return answers.get(key) as T;
  }

  const gateway: PaymentGateway = {
    publishable_key: 'pk_test_1234',
    createCustomer: ({ merchant_id, replaces }) =>
      effect(`customer-${merchant_id}-${replaces}`, () => (replaces ? `${replaces}_again` : `cus_${merchant_id}`)),
    deleteCustomer: async (customer) => {
      for (const [reference, card] of cards) if (card.customer === customer) cards.delete(reference);
    },
    startSetup: async ({ customer }) =>
      deleted.has(customer) ? undefined : { id: 'seti_test', client_secret: 'seti_test_secret' },
    findSetup: async () => undefined,
    findCard: async (reference) => cards.get(reference),
    async detachCard(reference) {
      const card = cards.get(reference);
      if (card) cards.set(reference, { ...card, customer: undefined });
    },
    // The provider keeps idempotency keys for a day only. After that, only the payment stored with the bill prevents a second one.
    preparePayment: ({ bill_id, amount, customer, replaces }) =>
      effect(`bill-${bill_id}-${customer}-${replaces}`, () => {
        if (deleted.has(customer)) return undefined;
        const reference = `pi_${payments.size + 1}`;
        payments.set(reference, {
          ...{ reference, bill_id, amount, currency: 'usd', customer, state: 'OPEN', card: undefined },
          ...{ failure: undefined, client_secret: undefined },
        });
        return reference;
      }),
    async findPayment(reference) {
      const payment = payments.get(reference);
      return payment && { ...payment };
    },
    cancelPayment: async (reference) => {
      await effect(`cancel-${reference}-${answers.size}`, () => cancel(reference));
      return gateway.findPayment(reference);
    },
    charge: (reference, { card, attempt, on_session = false }) => {
      attempts.push(attempt);
      return effect<ChargeResult>(attempt, () => {
        const payment = payments.get(reference)!;
        if (payment.state !== 'OPEN') return { state: 'OVERTAKEN' };
        if (refusing) throw new ProviderRefused(refusing);
        const code = guarded.has(card) && !on_session ? 'authentication_required' : undefined;
        const decline = code ? { code, card_is_dead: false } : declining.get(card);
        payment.client_secret = undefined;
        if (decline) {
          payment.failure = decline.code;
          return { state: 'DECLINED', ...decline };
        }
        const owner = cards.get(card)?.customer;
        if (owner === undefined) return { state: 'DECLINED', code: 'resource_missing', card_is_dead: true };
        if (owner !== payment.customer) throw new ProviderRefused('payment_method_of_another_customer');
        if (guarded.has(card)) {
          payment.client_secret = `${reference}_secret`;
          payment.card = card;
          return { state: 'AUTHENTICATION', client_secret: payment.client_secret };
        }
        payment.state = slow ? 'PROCESSING' : 'SUCCEEDED';
        payment.card = card;
        return { state: payment.state };
      });
    },
    refund: ({ payment, amount, key }) =>
      effect(`refund-${key}`, () => {
        if (refusing) throw new ProviderRefused(refusing);
        const refund = { reference: `re_${returned.length + 1}`, key, payment, amount, state: 'SUCCEEDED' as const };
        returned.push(refund);
        return refund;
      }),
    // A charge has the same reference as its payment.
    findRefunds: async (payment) =>
      refunds.get(payment) ?? { payment, refunds: returned.filter((refund) => refund.payment === payment) },
    findRefund: async (reference) => returned.find((refund) => refund.reference === reference),
    findDispute: async (id) => disputes.get(id) ?? disputed.find((dispute) => dispute.id === id),
    listTaken: async () =>
      [...payments.values()]
        .filter(({ state }) => state === 'SUCCEEDED')
        .map(({ reference, bill_id, amount }) => ({ reference, bill_id, amount, currency: 'usd' })),
    listRefunds: async () => returned,
    listDisputes: async () => disputed,
    hasCustomer: async (customer) => !deleted.has(customer),
    async readEvent(body, signature) {
      if (signature !== 'good') throw new BadRequest('The signature does not match the event');
      return JSON.parse(body.toString('utf8'));
    },
  };

  return {
    gateway,
    payments,
    returned,
    disputed,
    attempts,
    taken: () => [...payments.values()].filter(({ state }) => state === 'SUCCEEDED'),
    cancel,
    deleteCustomer(customer: string) {
      deleted.add(customer);
      for (const [reference, card] of cards)
        if (card.customer === customer) cards.set(reference, { ...card, customer: undefined });
    },
    guard: (card: string) => void guarded.add(card),
    confirm(reference: string, agrees = true) {
      const payment = payments.get(reference)!;
      payment.client_secret = undefined;
      if (agrees) payment.state = 'SUCCEEDED';
      else payment.failure = 'payment_intent_authentication_failure';
    },
    refunds,
    disputes,
    failRefund(reference: string) {
      const at = returned.findIndex((refund) => refund.reference === reference);
      returned[at] = { ...returned[at]!, state: 'FAILED' };
    },
    /** Charges take a while from now on. */
    process: () => {
      slow = true;
    },
    /** From now on, charges and refunds are refused for a reason unrelated to the card. Without a code, they are accepted again. */
    refuse: (code: string | undefined) => {
      refusing = code;
    },
    settle: () => void faults.splice(0),
    fail: (...next: Fault[]) => void faults.push(...next),
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
