/** `reconcile` finds nothing in correct books, and names exactly the amount that was changed by a cent, wherever it is. */
// PostgreSQL in CI only: each of its tests has a database of its own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planCredit, planWriteOff } from '../../server/billing/operator/correct-bill.service.ts';
import { reconcile } from '../../server/billing/operator/reconcile.service.ts';
import { planRefund } from '../../server/billing/operator/refund-bill.service.ts';
import { receiveEvent } from '../../server/billing/payment/provider-event.service.ts';
import { CENT, parseMoney } from '../../server/billing/terms/money.ts';
import { PLANS } from '../../server/billing/terms/plans.ts';
import type { PlannedChange } from '../../server/core/planned-change.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { seedOfRun, times } from '../support/runs/trials.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
beforeAll(async () => {
  world = await createServiceWorld();
  await keepBooks();
}, 120_000);
afterAll(() => world?.close());

const differences = async () => (await reconcile(world.ctx, {})).differences;

async function keepBooks(): Promise<void> {
  const customers = [];
  for (let count = 0; count < 12; count++) {
    const customer = await world.customer();
    const country = ['SE', 'DE', 'US', 'FR'][count % 4]!;
    const terms = count % 3 === 0 ? PLANS.starter : PLANS.standard;
    await world.set(customer, { ...terms, country, credit: parseMoney(count % 2 === 0 ? '0.35' : '0.00') });
    customers.push(customer);
  }
  for (let month = 0; month < 3; month++) {
    for (const [count, customer] of customers.entries()) {
      if (month === 1 && count < 4) world.provider.decline(customer.card);
      await world.approve(customer, 6 + count);
    }
    const { cycle_end } = await world.get(customers[0]!);
    world.at(`${cycle_end}T12:00:00.000Z`);
    await world.worker.run();
  }
  for (const [at, bill] of (await world.ctx.db.selectFrom('bills').selectAll().orderBy('id').execute()).entries())
    await happenTo(at, bill);
  await world.worker.run();
}

type Bill = Awaited<ReturnType<ServiceWorld['bills']>>[number];

async function happenTo(at: number, { id, state, payment, total }: Pick<Bill, 'id' | 'state' | 'payment' | 'total'>) {
  const bill = String(id);
  const reason = 'For a test';
  const cents = (part: number) => Math.max(CENT, Math.floor((total * part) / CENT) * CENT);
  const { ctx } = world;
  const plans: (() => Promise<PlannedChange>)[] =
    state === 'PAID'
      ? [
          () => planRefund(ctx, { bill, amount: cents(0.3), reason }),
          () => planRefund(ctx, { bill, amount: undefined, reason }),
          () => planCredit(ctx, { bill, amount: cents(0.2), reason }),
        ]
      : state === 'OPEN'
        ? [
            () => planCredit(ctx, { bill, amount: cents(0.25), reason }),
            () => planCredit(ctx, { bill, amount: total, reason }),
            () => planCredit(ctx, { bill, amount: total - 25 * CENT, reason }),
            () => planWriteOff(ctx, { bill, reason }),
          ]
        : [];
  const plan = plans[at % (plans.length + 1)];
  if (plan) await inTransaction(ctx, (await plan()).run);
  else if (state === 'PAID' && payment !== null) await dispute(payment, total);
}

async function dispute(payment: string, total: number): Promise<void> {
  const id = `du_${payment}`;
  world.provider.disputed.push({ id, payment, amount: total / CENT, reason: 'fraudulent', state: 'OPEN' });
  const body = Buffer.from(JSON.stringify({ id: `evt_${id}`, type: 'charge.dispute.created', object: id }));
  await receiveEvent(world.ctx, { body, signature: 'good' });
}

/** `change` changes an amount. `named` is what `reconcile` must name then. */
interface Place {
  name: string;
  change(by: number): Promise<unknown>;
  named: RegExp;
}

async function placesOf(): Promise<Place[]> {
  const { db } = world.ctx;
  const bills = await db.selectFrom('bills').selectAll().execute();
  const titles = new Map(bills.map(({ id, number }) => [id, number ?? String(id)]));
  const notes = await db.selectFrom('credit_notes').selectAll().execute();
  const numbers = new Map(notes.map(({ id, number }) => [id, number]));
  const raise =
    (table: 'bills' | 'credit_notes' | 'transactions' | 'refunds' | 'balance_entries', id: number, columns: string[]) =>
    (by: number) =>
      db
        .updateTable(table)
        .set((eb) => Object.fromEntries(columns.map((column) => [column, eb(column as 'id', '+', by)])) as never)
        .where('id', '=', id)
        .execute();
  const place = (name: string, change: Place['change'], named: RegExp) => ({ name, change, named });
  const ofBill = (id: number, text: string) => new RegExp(`^Bill ${titles.get(id)}: .*${text}`);
  return [
    ...bills.flatMap((bill) => [
      place('subtotal', raise('bills', bill.id, ['subtotal', 'total']), ofBill(bill.id, 'subtotal is')),
      place('VAT', raise('bills', bill.id, ['vat', 'total']), ofBill(bill.id, 'VAT is')),
      ...(bill.amount_due === null
        ? []
        : [place('amount due', raise('bills', bill.id, ['amount_due']), ofBill(bill.id, 'amount due is'))]),
      ...(bill.amount_due === null || bill.balance === 0
        ? []
        : [place('balance', raise('bills', bill.id, ['balance']), ofBill(bill.id, 'its balance is'))]),
      ...JSON.parse(bill.billables).map((_: unknown, line: number) =>
        place('line', (by) => changeLine(bill.id, line, by), ofBill(bill.id, 'line "')),
      ),
    ]),
    ...(await db.selectFrom('transactions').selectAll().execute()).map(({ id, bill_id }) =>
      place('payment', raise('transactions', id, ['amount']), ofBill(bill_id, 'its payment is')),
    ),
    ...notes.flatMap(({ id, number }) =>
      (['subtotal', 'vat'] as const).map((part) =>
        place(`${part} of a credit note`, raise('credit_notes', id, [part, 'total']), new RegExp(number)),
      ),
    ),
    ...(await db.selectFrom('refunds').selectAll().execute()).map(({ id, reference }) =>
      place('refund', raise('refunds', id, ['amount']), new RegExp(`its refund ${reference} is`)),
    ),
    ...(await db.selectFrom('balance_entries').selectAll().execute()).map(({ id, bill_id, credit_note_id }) =>
      place(
        'entry of the balance',
        raise('balance_entries', id, ['amount']),
        credit_note_id === null ? ofBill(bill_id!, 'entries of the balance') : new RegExp(numbers.get(credit_note_id)!),
      ),
    ),
    ...(await sessionPlaces(bills, ofBill)),
    ...providerPlaces(),
  ];
}

async function changeLine(bill_id: number, line: number, by: number): Promise<void> {
  const { db } = world.ctx;
  const bill = await db.selectFrom('bills').select('billables').where('id', '=', bill_id).executeTakeFirstOrThrow();
  const lines = JSON.parse(bill.billables);
  lines[line].total += by;
  await db
    .updateTable('bills')
    .set({ billables: JSON.stringify(lines) })
    .where('id', '=', bill_id)
    .execute();
}

async function sessionPlaces(
  bills: { id: number; merchant_id: number; cycle_start: string }[],
  ofBill: (id: number, text: string) => RegExp,
): Promise<Place[]> {
  const { db } = world.ctx;
  const sessions = await db.selectFrom('billed_sessions').selectAll().execute();
  return sessions.flatMap(({ session_id, merchant_id, cycle_start }) => {
    const { id } = bills.find((bill) => bill.merchant_id === merchant_id && bill.cycle_start === cycle_start)!;
    return (['unit_price', 'credit'] as const).map((column) => ({
      name: `${column} of a session`,
      change: (by: number) =>
        db
          .updateTable('billed_sessions')
          .set((eb) => ({ [column]: eb(column, '+', by) }))
          .where('session_id', '=', session_id)
          .execute(),
      named: ofBill(id, column === 'credit' ? 'free credit' : 'the approved sessions are'),
    }));
  });
}

function providerPlaces(): Place[] {
  const { payments, returned, disputed } = world.provider;
  const place = (object: { amount: number }, name: string, id: string): Place => ({
    name: `${name} at the provider`,
    change: async (by) => {
      object.amount += by / CENT;
    },
    named: new RegExp(`${id} at the card provider`),
  });
  return [
    ...[...payments.values()]
      .filter(({ state }) => state === 'SUCCEEDED')
      .map((payment) => place(payment, 'payment', payment.reference)),
    ...returned.map((refund) => place(refund, 'refund', refund.reference)),
    ...disputed.map((dispute) => place(dispute, 'dispute', dispute.id)),
  ];
}

/** Random numbers that depend only on the seed (Lehmer, 1951), so that a failure can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

test('reconcile finds nothing in sound books', async () => {
  const { differences, bills, asked_provider } = await reconcile(world.ctx, {});
  expect(differences).toEqual([]);
  expect([bills > 30, asked_provider]).toEqual([true, true]);
});

test('reconcile names an amount that is a cent off, and nothing else, in 50 random places', {
  timeout: 300_000,
}, async () => {
  const places = Map.groupBy(await placesOf(), ({ name }) => name);
  const random = randomOf(seedOfRun);
  // Takes each kind of place in turn, so that kinds with few amounts are not left out.
  const kinds = [...places.values()];
  expect(kinds.length).toBeGreaterThanOrEqual(14);
  for (let count = 0; count < times(50); count++) {
    const kind = kinds[count % kinds.length]!;
    const { name, change, named } = kind[random(kind.length)]!;
    const by = random(2) === 0 ? CENT : 0 - CENT;
    await change(by);
    expect(await differences(), `${name}, changed by ${by}`).toEqual([expect.stringMatching(named)]);
    await change(0 - by);
  }
  expect(await differences()).toEqual([]);
});

test('reconcile names all amounts at once when each is in another account', async () => {
  const bills = await world.ctx.db.selectFrom('bills').selectAll().orderBy('cycle_start').execute();
  const ids = [...new Map(bills.map(({ id, merchant_id }) => [merchant_id, id])).values()];
  for (const id of ids) await changeLine(id, 0, CENT);
  expect(await differences()).toHaveLength(ids.length);
  for (const id of ids) await changeLine(id, 0, 0 - CENT);
});

test.each<[string, () => Promise<unknown>, () => Promise<unknown>, RegExp]>([
  [
    'a number that no document has',
    () => world.ctx.db.updateTable('document_numbers').set({ last: 500 }).where('series', '=', 'CN').execute(),
    async () => {},
    /^Number CN-2026-000\d{3} was given, but no document has it$/,
  ],
])('reconcile names %s', async (_, change, undo, named) => {
  const { last } = await world.ctx.db
    .selectFrom('document_numbers')
    .select('last')
    .where('series', '=', 'CN')
    .executeTakeFirstOrThrow();
  await change();
  const found = await differences();
  expect(found).toHaveLength(500 - last);
  for (const text of found) expect(text).toMatch(named);
  await undo();
  await world.ctx.db.updateTable('document_numbers').set({ last }).where('series', '=', 'CN').execute();
});

test('reconcile names sessions that are on no bill, and a payment that took money twice', async () => {
  const { db } = world.ctx;
  const session = await db.selectFrom('billed_sessions').selectAll().executeTakeFirstOrThrow();
  await db
    .updateTable('billed_sessions')
    .set({ cycle_start: '2025-01-01' })
    .where('session_id', '=', session.session_id)
    .execute();
  expect(await differences()).toEqual([
    expect.stringContaining('the approved sessions are'),
    `Account ${session.merchant_id}: 1 sessions of the cycle that began on 2025-01-01 are on no bill`,
  ]);
  await db
    .updateTable('billed_sessions')
    .set({ cycle_start: session.cycle_start })
    .where('session_id', '=', session.session_id)
    .execute();
  const [paid] = world.provider.taken();
  world.provider.payments.set('pi_twice', { ...paid!, reference: 'pi_twice' });
  expect(await differences()).toEqual([
    expect.stringMatching(
      new RegExp(`^Payment pi_twice at the card provider: .* that was paid with ${paid!.reference}$`),
    ),
  ]);
  world.provider.payments.delete('pi_twice');
});
