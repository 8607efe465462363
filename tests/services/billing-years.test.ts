/** After three years of random accounts, the books match an independent calculation, and each bill was charged at most once. */
// PostgreSQL in CI only: it plays three years of eight accounts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBalance } from '../../server/billing/ledger/balance.repository.ts';
import { listAllBills } from '../../server/billing/ledger/bill.repository.ts';
import { reconcile } from '../../server/billing/operator/reconcile.service.ts';
import { CENT } from '../../server/billing/terms/money.ts';
import { trials } from '../support/runs/trials.ts';
import { type BillingBooks, calculatedBooks, dayAfter } from '../support/server/billing-calculation.ts';
import { DAY, FIRST_DAY, type Lived, type Lives, liveYears } from '../support/server/random-years.ts';
import type { ServiceWorld } from '../support/server/service-world.ts';

test('years of random accounts over a bad line are billed to the cent, and each bill is charged at most once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.noShrink(fc.integer({ min: 1, max: 2_000_000_000 })), async (seed) => {
      const lives = await liveYears(seed);
      try {
        for (const account of lives.accounts) await checkAccount(lives, account);
        await checkMoney(lives);
        await checkNumbers(lives);
        expect((await reconcile(lives.world.ctx, {})).differences).toEqual([]);
      } finally {
        await lives.world.close();
      }
    }),
    { ...trials(1), endOnFailure: true },
  );
});

async function checkAccount({ world, end }: Lives, account: Lived): Promise<void> {
  const { db } = world.ctx;
  const { merchant_id } = account.principal;
  const beginning = {
    ...{ signed_up: dayAfter(FIRST_DAY, account.signed_up), credit: 250, price: 10, fee: 990 },
    ...{ country: null, issued: null },
  };
  const expected = calculatedBooks(beginning, account.story, end / DAY - account.signed_up);
  const notes = await db.selectFrom('credit_notes').selectAll().where('effect', '=', 'REDUCTION').execute();
  const bills = (await world.bills(account.principal)).map(
    ({ id, cycle_start, cycle_end, total, balance, amount_due }) => ({
      cycle: [cycle_start, cycle_end],
      total: total / CENT,
      balance: balance / CENT,
      // As of the creation of the bill.
      amount_due:
        notes.filter((note) => note.bill_id === id).reduce((sum, note) => sum + note.total, amount_due!) / CENT,
    }),
  );
  expect(bills).toEqual(expected.bills.map(({ is_carried: _, ...bill }) => bill));
  expect((await findBalance(db, merchant_id)) / CENT).toBe(expected.balance);
  const state = account.state === 'ACTIVE' || account.reason === 'UNPAID' ? (account.reason ?? 'ACTIVE') : 'OFF';
  if (account.reason !== 'DELETED' && !isDeleted(account))
    expect(state).toBe(expected.state satisfies BillingBooks['state']);
  const open = await world.bills(account.principal).then((bills) => bills.filter(({ state }) => state === 'OPEN'));
  const isOverdue = ({ due }: (typeof open)[number]) => due !== null && due < dayAfter(FIRST_DAY, end / DAY - 45);
  const isGivenUp = ({ due, failure_code, next_attempt }: (typeof open)[number]) =>
    due === null && failure_code !== null && next_attempt === null;
  if (state === 'ACTIVE' && !isDeleted(account))
    expect(open.filter((bill) => isOverdue(bill) || isGivenUp(bill))).toEqual([]);
  if (state === 'UNPAID') expect(open.length + (await writtenOff(world, merchant_id))).toBeGreaterThan(0);
}

const isDeleted = ({ story }: Lived): boolean => story.some(([, event]) => event.do === 'delete');

const writtenOff = async ({ ctx }: ServiceWorld, merchant_id: number): Promise<number> =>
  (await listAllBills(ctx.db, merchant_id)).filter(({ state }) => state === 'UNCOLLECTIBLE').length;

/** The books must show what the provider charged and refunded, and no card may be tried more often than card networks allow. */
async function checkMoney({ world: { ctx, provider }, line }: Lives): Promise<void> {
  const taken = provider.taken().map(({ reference, bill_id, amount }) => ({ reference, bill_id, amount }));
  expect(new Set(taken.map(({ bill_id }) => bill_id)).size).toBe(taken.length);
  const recorded = await ctx.db.selectFrom('transactions').selectAll().where('reference', 'like', 'pi%').execute();
  const byReference = (one: { reference: string | null }, other: { reference: string | null }) =>
    one.reference! < other.reference! ? -1 : 1;
  expect(
    recorded
      .map(({ reference, bill_id, amount }) => ({ reference, bill_id, amount: amount / CENT }))
      .toSorted(byReference),
  ).toEqual(taken.toSorted(byReference));
  const sent = await ctx.db.selectFrom('refunds').selectAll().where('reference', 'like', 're%').execute();
  expect(sent.map(({ reference, amount }) => ({ reference, amount: amount / CENT })).toSorted(byReference)).toEqual(
    provider.returned.map(({ reference, amount }) => ({ reference, amount })).toSorted(byReference),
  );
  const attempts = await ctx.db.selectFrom('payment_attempts').selectAll().orderBy('created').execute();
  const ids = new Set(attempts.map(({ id }) => String(id)));
  expect(line.charges.filter(({ attempt }) => !ids.has(attempt.split('-').at(-1)!))).toEqual([]);
  for (const [of, tries] of Map.groupBy(attempts, ({ bill_id, card }) => `${bill_id} ${card}`)) {
    const times = (kind: string) =>
      tries.filter((row) => row.kind === kind).map(({ created }) => Date.parse(created) / 1000);
    expect(times('PLANNED').length, of).toBeLessThanOrEqual(4);
    const byHand = times('MANUAL');
    for (const [at, time] of byHand.entries())
      if (at >= 4) expect(time - byHand[at - 4]!, of).toBeGreaterThanOrEqual(30 * DAY);
    const refused = tries.filter(({ code }) => code !== 'authentication_required');
    for (const [at, { created }] of refused.entries())
      if (at > 0)
        expect(Date.parse(created) - Date.parse(refused[at - 1]!.created), of).toBeGreaterThanOrEqual(600_000);
  }
}

/** Each series starts at 1 every year and follows the order of creation. */
async function checkNumbers({ world: { ctx } }: Lives): Promise<void> {
  for (const [table, series] of [
    ['bills', 'INV'],
    ['credit_notes', 'CN'],
  ] as const) {
    const documents = await ctx.db.selectFrom(table).select(['number', 'created']).execute();
    for (const [year, made] of Map.groupBy(documents, ({ created }) => created.slice(0, 4))) {
      const inOrder = made.toSorted((one, other) => (one.number! < other.number! ? -1 : 1));
      expect(inOrder.map(({ number }) => number)).toEqual(
        made.map((_, at) => `${series}-${year}-${String(at + 1).padStart(6, '0')}`),
      );
      expect(inOrder.map(({ created }) => created)).toEqual(inOrder.map(({ created }) => created).toSorted());
    }
  }
}
