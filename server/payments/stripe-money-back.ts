import type Stripe from 'stripe';
import type { MoneyBackGateway, ProviderDispute, ProviderRefund } from './money-back.ts';
import type { Ask } from './stripe-errors.ts';

const MOST_PER_PAGE = 100;

export const moneyBack = (stripe: Stripe, ask: Ask): MoneyBackGateway => ({
  async refund({ payment, amount, key }) {
    // The provider keeps an idempotency key only for a day, so the refund's metadata contains the key too.
    const made = await ask(all(stripe.refunds.list({ payment_intent: payment, limit: MOST_PER_PAGE })));
    const found = made.find(({ metadata }) => metadata?.['credit_note'] === key);
    if (found) return toRefund(found);
    const wanted = { payment_intent: payment, amount, metadata: { credit_note: key } };
    return toRefund(await ask(stripe.refunds.create(wanted, { idempotencyKey: `refund-${key}` })));
  },

  async findRefunds(charge) {
    const found = await ask(stripe.charges.retrieve(charge), undefined);
    if (!found) return undefined;
    const refunds = await ask(all(stripe.refunds.list({ charge, limit: MOST_PER_PAGE })));
    return { payment: idOf(found.payment_intent), refunds: refunds.map(toRefund) };
  },

  async findRefund(reference) {
    const found = await ask(stripe.refunds.retrieve(reference), undefined);
    return found && toRefund(found);
  },

  async findDispute(id) {
    const found = await ask(stripe.disputes.retrieve(id), undefined);
    return found && toDispute(found);
  },

  async listTaken(since) {
    const intents = await ask(all(stripe.paymentIntents.list(pageSince(since))));
    return intents
      .filter(({ status }) => status === 'succeeded')
      .map(({ id, amount_received, currency, metadata }) => ({
        reference: id,
        bill_id: billOf(metadata),
        amount: amount_received,
        currency,
      }));
  },

  async listRefunds(since) {
    return (await ask(all(stripe.refunds.list(pageSince(since))))).map(toRefund);
  },

  async listDisputes(since) {
    return (await ask(all(stripe.disputes.list(pageSince(since))))).map(toDispute);
  },
});

const pageSince = (since: Date | undefined) => ({
  limit: MOST_PER_PAGE,
  ...(since && { created: { gte: Math.floor(since.getTime() / 1000) } }),
});

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const entry of pages) found.push(entry);
  return found;
}

const REFUND_STATES: Record<string, ProviderRefund['state']> = {
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  canceled: 'FAILED',
};

const toRefund = ({ id, amount, metadata, payment_intent, status }: Stripe.Refund): ProviderRefund => ({
  reference: id,
  key: metadata?.['credit_note'],
  payment: idOf(payment_intent),
  amount,
  state: REFUND_STATES[status ?? ''] ?? 'PENDING',
});

/** In a `warning` the bank only inquires, and has not taken money back. */
const DISPUTE_STATES: Record<string, ProviderDispute['state']> = {
  won: 'WON',
  warning_closed: 'WON',
  prevented: 'WON',
  lost: 'LOST',
};

const toDispute = ({ id, amount, payment_intent, reason, status }: Stripe.Dispute): ProviderDispute => ({
  id,
  payment: idOf(payment_intent),
  amount,
  reason,
  state: DISPUTE_STATES[status] ?? 'OPEN',
});

/** Stripe returns a related object as its id, or in full. */
export const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

export function billOf(metadata: Stripe.Metadata | null): number | undefined {
  const bill = Number(metadata?.['bill_id']);
  return Number.isSafeInteger(bill) && bill > 0 ? bill : undefined;
}
