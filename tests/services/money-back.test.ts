/** Credit notes, refunds, write-offs and disputes, and how the books show them. */
// PostgreSQL in CI only: each of its tests has a database of its own.
import { extractText } from 'unpdf';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { drawDocument } from '../../server/billing/document/bill-drawing.ts';
import { listCreditNotes, listRefunds } from '../../server/billing/ledger/money-back.repository.ts';
import { planFreeCredit } from '../../server/billing/operator/account-terms.service.ts';
import { describeBill, overdueRows } from '../../server/billing/operator/bill-report.service.ts';
import { planCredit, planRetry, planWriteOff } from '../../server/billing/operator/correct-bill.service.ts';
import { reconcile } from '../../server/billing/operator/reconcile.service.ts';
import { planRefund } from '../../server/billing/operator/refund-bill.service.ts';
import { revenueByMonth, vatByCountry } from '../../server/billing/operator/revenue.service.ts';
import { receiveEvent } from '../../server/billing/payment/provider-event.service.ts';
import { parseMoney } from '../../server/billing/terms/money.ts';
import { PLANS } from '../../server/billing/terms/plans.ts';
import { CommandRefused, type PlannedChange } from '../../server/core/planned-change.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { openMail } from '../../server/mail/mail.service.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
beforeEach(async () => {
  world = await createServiceWorld();
});
afterEach(() => world.close());

type Customer = Awaited<ReturnType<ServiceWorld['customer']>>;

/** A customer on the Standard plan, whose first bill is for USD 99.00 plus 25% VAT. */
async function customer(): Promise<Customer> {
  const customer = await world.customer();
  await world.set(customer, { ...PLANS.standard, country: 'SE' });
  return customer;
}

async function closed(customer: Customer): Promise<void> {
  const { cycle_end } = await world.get(customer);
  world.at(`${cycle_end}T12:00:00.000Z`);
  await world.worker.run();
}

async function paidBill() {
  const account = await customer();
  await closed(account);
  return { account, bill: (await world.bills(account))[0]! };
}

async function declinedBill() {
  const account = await customer();
  world.provider.decline(account.card);
  await closed(account);
  return { account, bill: (await world.bills(account))[0]! };
}

const carryOut = async (plan: Promise<PlannedChange>): Promise<string[]> => {
  const { summary, prepare, run } = await plan;
  await prepare?.(world.ctx);
  await inTransaction(world.ctx, run);
  return summary;
};
const REASON = 'Charged for a test';
const refund = (bill: { id: number }, amount?: string, how: { by_hand?: boolean } = {}) =>
  planRefund(world.ctx, {
    bill: String(bill.id),
    amount: amount === undefined ? undefined : parseMoney(amount),
    reason: REASON,
    ...how,
  });
const credit = (bill: { id: number }, amount: string) =>
  planCredit(world.ctx, { bill: String(bill.id), amount: parseMoney(amount), reason: REASON });
const refusalOf = (plan: Promise<PlannedChange>) =>
  plan.then(
    () => 'accepted',
    (error: unknown) => (error instanceof CommandRefused ? error.message : Promise.reject(error)),
  );
const differences = async () => (await reconcile(world.ctx, {})).differences;
const notesOf = ({ id }: { id: number }) => listCreditNotes(world.ctx.db, id);
const refundsOf = ({ id }: { id: number }) => listRefunds(world.ctx.db, id);
const told = (event: { type: string; object: string }) =>
  receiveEvent(world.ctx, {
    body: Buffer.from(JSON.stringify({ id: `evt_${event.type}_${event.object}_${Math.random()}`, ...event })),
    signature: 'good',
  });

describe('a refund', () => {
  test('goes back once, with a numbered credit note at the rate of the bill and an email', async () => {
    const { account, bill } = await paidBill();
    await carryOut(refund(bill, '25.00'));
    expect(await notesOf(bill)).toMatchObject([
      {
        number: 'CN-2026-000001',
        effect: 'REFUND',
        reason: REASON,
        subtotal: parseMoney('20.00'),
        vat: parseMoney('5.00'),
        total: parseMoney('25.00'),
      },
    ]);
    expect(await refundsOf(bill)).toMatchObject([{ state: 'PENDING', reference: null }]);
    expect(world.provider.returned).toEqual([]);
    await world.worker.run();
    await world.worker.run();
    expect(await refundsOf(bill)).toMatchObject([{ state: 'SUCCEEDED', reference: 're_1' }]);
    expect(world.provider.returned).toMatchObject([{ payment: bill.payment, amount: 2500 }]);
    expect(await world.mails(account.email)).toContain('credit_note');
    expect(await differences()).toEqual([]);
  });

  test('is sent once when its response is lost, or the provider does not respond', async () => {
    const { bill } = await paidBill();
    await carryOut(refund(bill));
    world.provider.fail('lose_request', 'lose_answer');
    for (let run = 0; run < 4; run++) await world.worker.run();
    expect(await refundsOf(bill)).toMatchObject([{ state: 'SUCCEEDED', amount: bill.total }]);
    expect(world.provider.returned).toMatchObject([{ amount: 12_375 }]);
  });

  test('takes no more than is left, and the last one takes the rest of the VAT', async () => {
    const { bill } = await paidBill();
    for (const amount of ['0.01', '0.02', '33.33', '33.33']) await carryOut(refund(bill, amount));
    expect(await refusalOf(refund(bill, '57.07'))).toContain('at most USD 57.06');
    await carryOut(refund(bill));
    expect(await refusalOf(refund(bill))).toBe(`Nothing is left of bill ${bill.id}.`);
    const notes = await notesOf(bill);
    const sum = (part: 'subtotal' | 'vat' | 'total') => notes.reduce((total, note) => total + note[part], 0);
    expect([sum('subtotal'), sum('vat'), sum('total')]).toEqual([bill.subtotal, bill.vat, bill.total]);
    await world.worker.run();
    expect(await differences()).toEqual([]);
  });

  test('of two operators at once is made once', async () => {
    const { bill } = await paidBill();
    const [first, second] = [await refund(bill, '100.00'), await refund(bill, '100.00')];
    const outcomes = await Promise.allSettled([first, second].map(({ run }) => inTransaction(world.ctx, run)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await notesOf(bill)).toMatchObject([{ number: 'CN-2026-000001' }]);
    expect(
      await world.ctx.db.selectFrom('document_numbers').select('last').where('series', '=', 'CN').execute(),
    ).toEqual([{ last: 1 }]);
  });

  test('that the provider refuses is named by reconcile', async () => {
    const { bill } = await paidBill();
    await carryOut(refund(bill));
    world.provider.refuse('charge_disputed');
    await world.worker.run();
    expect(await refundsOf(bill)).toMatchObject([{ state: 'FAILED', reference: 'charge_disputed' }]);
    expect(await differences()).toEqual([
      `Credit note CN-2026-000001 of bill ${bill.number}: it is USD 123.75, but nothing was refunded`,
    ]);
  });

  test('that was made at the provider is recorded, named, and explained by a credit note without sending more', async () => {
    const { bill } = await paidBill();
    const made = { reference: 're_dashboard', payment: bill.payment!, amount: 1000, state: 'SUCCEEDED' as const };
    world.provider.returned.push(made);
    for (let times = 0; times < 2; times++) await told({ type: 'charge.refunded', object: bill.payment! });
    expect(await refundsOf(bill)).toMatchObject([{ reference: 're_dashboard', credit_note_id: null }]);
    expect(await differences()).toEqual([
      `Refund re_dashboard of bill ${bill.number}: USD 10.00 went back without a credit note`,
    ]);
    expect((await carryOut(refund(bill, '10.00'))).join()).toContain('No more money is sent');
    await world.worker.run();
    expect(world.provider.returned).toEqual([made]);
    expect(await differences()).toEqual([]);
  });

  test('of a bill that was not paid is refused', async () => {
    const { bill } = await declinedBill();
    expect(await refusalOf(refund(bill))).toBe(`Bill ${bill.id} is OPEN: only a paid bill is refunded.`);
  });
});

describe('a refund that fails after the provider has accepted it', () => {
  /** The bank returns the refund `re_1`. Its events arrive in the wrong order, and one of them twice. */
  async function failed() {
    const { bill } = await paidBill();
    await carryOut(refund(bill, '25.00'));
    await world.worker.run();
    expect(await refundsOf(bill)).toMatchObject([{ state: 'SUCCEEDED', reference: 're_1' }]);
    world.provider.failRefund('re_1');
    const logged = vi.spyOn(world.deps.log, 'error');
    for (const type of ['refund.failed', 'refund.updated', 'charge.refunded', 'refund.failed'])
      await told({ type, object: type === 'charge.refunded' ? bill.payment! : 're_1' });
    return { bill, logged };
  }

  test('is reported to the operator once, and stays in the books without a second credit note', async () => {
    const { bill, logged } = await failed();
    expect(await refundsOf(bill)).toMatchObject([{ state: 'FAILED', reference: 're_1' }]);
    expect(logged.mock.calls).toEqual([
      [{ bill_id: bill.id, refund: 're_1' }, 'a refund failed: send it again with operator refund'],
    ]);
    expect(await notesOf(bill)).toHaveLength(1);
    expect(await differences()).toEqual([
      `Credit note CN-2026-000001 of bill ${bill.number}: it is USD 25.00, but nothing was refunded`,
    ]);
    const [month] = await revenueByMonth(world.ctx, { from: '2026-01-01', to: '2026-12-31' });
    expect(month).toMatchObject({ refunded: '0.00', credited_net: '20.00' });
  });

  test.each(['refund.updated', 'refund.failed'])('is known from %s alone', async (type) => {
    const { bill } = await paidBill();
    await carryOut(refund(bill));
    await world.worker.run();
    world.provider.failRefund('re_1');
    await told({ type, object: 're_1' });
    expect(await refundsOf(bill)).toMatchObject([{ state: 'FAILED' }]);
  });

  test('is reported immediately if the response says so', async () => {
    const { bill } = await paidBill();
    await carryOut(refund(bill));
    const { payments } = world.deps;
    const fail: typeof payments.refund = async (asked) => ({ ...(await payments.refund(asked)), state: 'FAILED' });
    Object.assign(world.deps, { payments: { ...payments, refund: fail } });
    const logged = vi.spyOn(world.deps.log, 'error');
    await world.worker.run();
    expect(await refundsOf(bill)).toMatchObject([{ state: 'FAILED', reference: 're_1' }]);
    expect(logged.mock.calls).toMatchObject([[{ refund: 're_1' }, expect.stringContaining('a refund failed')]]);
  });

  test('is sent again once, for the same credit note, also when the response is lost', async () => {
    const { bill } = await failed();
    const [first, second] = [await refund(bill), await refund(bill)];
    expect(first.summary.join()).toContain('credit note CN-2026-000001');
    await inTransaction(world.ctx, first.run);
    await expect(inTransaction(world.ctx, second.run)).rejects.toThrow('was refunded meanwhile');
    world.provider.fail('lose_answer');
    for (let run = 0; run < 3; run++) await world.worker.run();
    expect(world.provider.returned).toMatchObject([
      { reference: 're_1', state: 'FAILED' },
      { reference: 're_2', amount: 2500, state: 'SUCCEEDED' },
    ]);
    const sent = (await refundsOf(bill)).map(({ reference, state }) => `${reference} ${state}`);
    expect(sent.toSorted()).toEqual(['re_1 FAILED', 're_2 SUCCEEDED']);
    expect(await notesOf(bill)).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  test('is made up for by a transfer', async () => {
    const { bill } = await failed();
    expect(await carryOut(refund(bill, '25.00', { by_hand: true }))).toContain('Transfer USD 25.00 by hand.');
    await world.worker.run();
    expect(world.provider.returned).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  test('stays failed when the result of an older lookup arrives late', async () => {
    const { bill } = await failed();
    const before = { reference: 're_1', amount: 2500, state: 'SUCCEEDED' as const };
    world.provider.refunds.set(bill.payment!, { payment: bill.payment!, refunds: [before] });
    await told({ type: 'charge.refunded', object: bill.payment! });
    expect(await refundsOf(bill)).toMatchObject([{ state: 'FAILED' }]);
  });

  test('leaves nothing if it failed before it reached the books', async () => {
    const { bill } = await paidBill();
    world.provider.returned.push({ reference: 're_1', payment: bill.payment!, amount: 1000, state: 'FAILED' });
    await told({ type: 'refund.failed', object: 're_1' });
    expect(await refundsOf(bill)).toEqual([]);
    expect(await differences()).toEqual([]);
  });
});

test('a bill that was paid by card is refunded by transfer', async () => {
  const { bill } = await paidBill();
  expect((await carryOut(refund(bill, undefined, { by_hand: true })))[1]).toBe('Transfer USD 123.75 by hand.');
  await world.worker.run();
  expect(world.provider.returned).toEqual([]);
  expect(await refundsOf(bill)).toMatchObject([{ state: 'SUCCEEDED', amount: bill.total }]);
  expect(await differences()).toEqual([]);
});

describe('a credit', () => {
  test('lowers what is charged for an open bill', async () => {
    const { account, bill } = await declinedBill();
    await carryOut(credit(bill, '23.75'));
    expect(await world.bills(account)).toMatchObject([{ state: 'OPEN', amount_due: parseMoney('100.00') }]);
    world.provider.accept(account.card);
    // Longer than the pause after a declined attempt.
    world.days(1);
    await carryOut(planRetry(world.ctx, String(bill.id)));
    await world.worker.run();
    expect(await world.bills(account)).toMatchObject([{ state: 'PAID' }]);
    expect(await world.transactions(account)).toMatchObject([{ amount: parseMoney('100.00') }]);
    expect(world.provider.taken()).toMatchObject([{ amount: 10_000 }]);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ['123.75', 'CREDITED', '0.00', '0.00'],
    ['123.50', 'CARRIED_OVER', '0.25', '0.25'],
  ])('of USD %s makes an open bill %s', async (amount, state, due, balance) => {
    const { account, bill } = await declinedBill();
    await carryOut(credit(bill, amount));
    expect(await world.bills(account)).toMatchObject([{ state, amount_due: parseMoney(due), next_attempt: null }]);
    const entries = await world.ctx.db.selectFrom('balance_entries').select('amount').execute();
    expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(parseMoney(balance));
    world.provider.accept(account.card);
    world.days(10);
    await world.worker.run();
    expect(world.provider.taken()).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test('for a paid bill waits in the balance', async () => {
    const { account, bill } = await paidBill();
    await carryOut(credit(bill, '12.50'));
    expect(await notesOf(bill)).toMatchObject([{ effect: 'BALANCE' }]);
    expect(await world.ctx.db.selectFrom('balance_entries').selectAll().execute()).toMatchObject([
      { merchant_id: account.merchant_id, amount: parseMoney('-12.50'), bill_id: null },
    ]);
    expect(await differences()).toEqual([]);
  });

  test('that is given before a late worker has billed an earlier cycle pays later ones', async () => {
    const { account, bill } = await paidBill();
    world.days(31);
    await carryOut(credit(bill, '12.50'));
    world.days(31);
    await world.worker.run();
    expect(await world.bills(account)).toMatchObject([{}, { balance: 0 }, { balance: parseMoney('-12.50') }]);
  });

  test('waits while the bill is being charged', async () => {
    const { bill } = await declinedBill();
    const plan = await credit(bill, '10.00');
    await world.ctx.db.updateTable('bills').set({ claimed_until: '2099-01-01T00:00:00.000Z' }).execute();
    await expect(inTransaction(world.ctx, plan.run)).rejects.toThrow('is being charged to a card at this moment');
    expect(await notesOf(bill)).toEqual([]);
  });

  test('can be given for free, to be used by sessions', async () => {
    const { account } = await paidBill();
    const { credit } = await world.get(account);
    const { merchant_id } = account;
    await carryOut(planFreeCredit(world.ctx, { merchant_id, amount: parseMoney('10.00'), reason: REASON }));
    expect((await world.get(account)).credit).toBe(credit + parseMoney('10.00'));
  });
});

test('a bill that was written off is no longer collected, and a late payment still settles it', async () => {
  const { account, bill } = await declinedBill();
  expect(await overdueRows(world.ctx)).toMatchObject([{ bill: bill.number, due: '123.75', days: '0' }]);
  await carryOut(planWriteOff(world.ctx, { bill: String(bill.id), reason: REASON }));
  expect(await overdueRows(world.ctx)).toEqual([]);
  world.provider.accept(account.card);
  world.days(10);
  await world.worker.run();
  expect(await world.bills(account)).toMatchObject([{ state: 'UNCOLLECTIBLE' }]);
  expect(world.provider.taken()).toEqual([]);
  const { payment } = (await world.bills(account))[0]!;
  Object.assign(world.provider.payments.get(payment!)!, { state: 'SUCCEEDED', card: account.card });
  await told({ type: 'payment_intent.succeeded', object: payment! });
  expect(await world.bills(account)).toMatchObject([{ state: 'PAID' }]);
  expect(await differences()).toEqual([]);
});

test('a dispute is recorded in any order, and takes revenue when it is lost', async () => {
  const { account, bill } = await paidBill();
  const dispute = { id: 'du_1', payment: bill.payment!, amount: 12_375, reason: 'fraudulent', state: 'OPEN' as const };
  world.provider.disputed.push(dispute);
  await told({ type: 'charge.dispute.created', object: 'du_1' });
  expect(await world.bills(account)).toMatchObject([{ state: 'PAID', dispute: 'OPEN' }]);
  expect(await refusalOf(refund(bill))).toContain('is disputed');
  Object.assign(dispute, { state: 'LOST' });
  for (const type of ['charge.dispute.closed', 'charge.dispute.created']) await told({ type, object: 'du_1' });
  // Another process looked up the dispute before it was lost, and stores the old state late.
  world.provider.disputes.set('du_1', { ...dispute, state: 'OPEN' });
  await told({ type: 'charge.dispute.created', object: 'du_1' });
  expect(await world.bills(account)).toMatchObject([{ state: 'PAID', dispute: 'LOST' }]);
  expect(await revenueByMonth(world.ctx, { from: '2026-01-01', to: '2026-12-31' })).toMatchObject([
    { net: '99.00', vat: '24.75', paid: '123.75', disputes_lost: '123.75' },
  ]);
  expect((await describeBill(world.ctx, String(bill.id))).join('\n')).toContain('dispute: du_1');
  expect(await differences()).toEqual([]);
});

test('revenue and VAT count credit notes where they belong', async () => {
  const { account, bill } = await paidBill();
  await carryOut(refund(bill, '25.00'));
  await world.worker.run();
  world.days(29);
  await carryOut(credit(bill, '12.50'));
  const days = { from: '2026-04-01', to: '2026-05-31' };
  expect(await revenueByMonth(world.ctx, { ...days, to: '2026-04-30' })).toEqual([
    {
      month: '2026-04',
      net: '99.00',
      vat: '24.75',
      credited_net: '20.00',
      credited_vat: '5.00',
      paid: '123.75',
      refunded: '25.00',
      disputes_lost: '0.00',
      revenue: '79.00',
    },
  ]);
  expect(await vatByCountry(world.ctx, days)).toEqual([
    { country: 'SE', category: 'STANDARD', rate: '25%', net: '69.00', vat: '17.25' },
  ]);
  expect(account.email).toBeDefined();
});

describe('a credit note', () => {
  async function attachedText(locale?: 'es'): Promise<string> {
    const mails = await world.ctx.db.selectFrom('mails').selectAll().where('template', '=', 'credit_note').execute();
    const { id, sealed, text } = mails.find(({ recipient }) => recipient === 'ap@nordlicht.example')!;
    expect(text).toContain('The credit note is attached as a PDF.');
    const { attached } = openMail(world.ctx, { id, sealed: sealed! });
    const { pdf } = await drawDocument(world.ctx)({ ...attached!, ...(locale && { locale }) });
    return (await extractText(new Uint8Array(pdf), { mergePages: true })).text.replace(/\s+/g, ' ');
  }

  async function refunded() {
    const account = await customer();
    await world.set(account, { billing_emails: '["ap@nordlicht.example"]', vat_number: null });
    await closed(account);
    const [bill] = await world.bills(account);
    await carryOut(refund(bill!, '25.00'));
    return { account, bill: bill!, note: (await notesOf(bill!))[0]! };
  }

  test('is attached for billing email addresses, with parties, invoice, reason, amounts and effect', async () => {
    const { account, bill, note } = await refunded();
    const english = [
      ...[`Credit note ${note.number}`, 'Example AB', 'Storgatan 1', `For invoice ${bill.number}`],
      ...[`Reason ${REASON}`, 'Subtotal $20.00', 'VAT 25% $5.00', 'Total credited $25.00'],
      'This amount is refunded.',
    ];
    await world.move(account, { company: 'Other AB', country: 'SE' });
    const text = await attachedText();
    for (const part of english) expect(text).toContain(part);
    expect(text).not.toMatch(/Other AB|Amount due/);
  });

  test('is written in the language that the reader asks for', async () => {
    const { bill, note } = await refunded();
    const text = await attachedText('es');
    for (const part of [
      `Nota de crédito ${note.number}`,
      `Factura a la que se refiere ${bill.number}`,
      'Total abonado',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/Credit note|Reason|Invoice/);
  });
});
