/** Compares bills with an independent calculation that knows only what happened on which day. */
// CI only: it plays months of many accounts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBillingWorker } from '../../server/billing/account/billing.worker.ts';
import { changeState } from '../../server/billing/bill/billing-state.service.ts';
import { findBalance } from '../../server/billing/ledger/balance.repository.ts';
import { updateAccount } from '../../server/billing/ledger/billing.repository.ts';
import { changeCancellation, changePlan } from '../../server/billing/operator/account-terms.service.ts';
import { activateIfPaid } from '../../server/billing/payment/collection.service.ts';
import { CENT } from '../../server/billing/terms/money.ts';
import type { TransactionContext } from '../../server/core/context.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { deleteMerchant } from '../../server/merchants/merchant.service.ts';
import { trials } from '../support/runs/trials.ts';
import {
  type BillingBooks,
  type BillingEvent,
  calculatedBooks,
  dayAfter,
  type Story,
} from '../support/server/billing-calculation.ts';
import { createServiceWorld } from '../support/server/service-world.ts';

type Event = Extract<
  BillingEvent,
  { do: 'enable' | 'unpaid' | 'pay' | 'cancel' | 'keep' | 'delete' | 'approve' | 'plan' }
>;

const SIGN_UPS = ['2026-03-02', '2027-01-29', '2027-12-31', '2028-02-28'] as const;

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('enable' as const) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('unpaid' as const, 'pay' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('keep' as const, 'delete' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('approve' as const), count: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      price: fc.integer({ min: 1, max: 30 }),
      fee: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 21, max: 9_999 })),
    }),
  },
);

const story: fc.Arbitrary<Story<Event>> = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 180 }), event), { minLength: 4, maxLength: 18 })
  .map((events) => events.toSorted(([one], [other]) => one - other));

/** Cases in which a worker that runs months late could bill differently. The second cycle begins on day 31, the third on day 61. */
const KNOWN: Story<Event>[] = [
  [
    [0, { do: 'enable' }],
    [3, { do: 'cancel' }],
  ],
  [
    [0, { do: 'enable' }],
    [3, { do: 'cancel' }],
    [40, { do: 'enable' }],
  ],
  [
    [0, { do: 'enable' }],
    [40, { do: 'cancel' }],
  ],
  [
    [0, { do: 'enable' }],
    [3, { do: 'cancel' }],
    [40, { do: 'unpaid' }],
    [50, { do: 'pay' }],
  ],
  [
    [0, { do: 'enable' }],
    [3, { do: 'cancel' }],
    [9, { do: 'unpaid' }],
    [50, { do: 'pay' }],
    [65, { do: 'unpaid' }],
  ],
  [
    [5, { do: 'enable' }],
    [9, { do: 'unpaid' }],
    [9, { do: 'pay' }],
    [12, { do: 'unpaid' }],
    [65, { do: 'pay' }],
  ],
  [
    [0, { do: 'enable' }],
    [3, { do: 'plan', price: 20, fee: 5_000 }],
    [40, { do: 'plan', price: 1, fee: 0 }],
  ],
  [
    [12, { do: 'enable' }],
    [70, { do: 'delete' }],
  ],
  [
    [0, { do: 'plan', price: 1, fee: 0 }],
    [0, { do: 'enable' }],
    [31, { do: 'approve', count: 5 }],
    [62, { do: 'approve', count: 6 }],
    [100, { do: 'delete' }],
  ],
];

const LAST_DAY = 200;

type Books = Pick<BillingBooks, 'bills' | 'balance'>;

function calculated(signed_up: string, story: Story<Event>): Books {
  const beginning = { signed_up, credit: 0, price: 10, fee: 990, country: 'SE', issued: 'SE' } as const;
  const { bills, balance } = calculatedBooks(beginning, story, LAST_DAY);
  return { bills, balance };
}

test('bills are those of an independent calculation, whether cycles are closed on their day or months later', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SIGN_UPS),
      story,
      fc.array(fc.integer({ min: 0, max: LAST_DAY }), { maxLength: 3 }),
      async (signedUp, story, wakes) => {
        const expected = calculated(signedUp, story);
        expect(await lived(signedUp, story, () => true)).toEqual(expected);
        // A worker runs only on these days and at the end.
        expect(await lived(signedUp, story, (day) => wakes.includes(day))).toEqual(expected);
      },
    ),
    {
      // Fewer trials on PostgreSQL, where a day is far slower: the calculation does not depend on the database.
      ...trials(process.env['TEST_DATABASE_URL'] ? 5 : 25),
      examples: KNOWN.map((story): [(typeof SIGN_UPS)[number], Story<Event>, number[]] => [SIGN_UPS[0], story, []]),
    },
  );
});

async function lived(signedUp: string, story: Story<Event>, works: (day: number) => boolean): Promise<Books> {
  const world = await createServiceWorld();
  try {
    world.at(`${signedUp}T00:00:01.000Z`);
    const account = await world.account();
    await world.card(account);
    await world.set(account, { credit: 0, unit_price: 10 * CENT, monthly_commitment: 990 * CENT, country: 'SE' });
    const worker = createBillingWorker(world.ctx);
    const { merchant_id } = account;
    const change = (work: (ctx: TransactionContext) => Promise<void>) => inTransaction(world.ctx, work);

    const perform = async (event: Event): Promise<void> => {
      const { cycle_end } = await world.get(account);
      if (cycle_end === null) return;
      switch (event.do) {
        case 'enable':
          await world.enable(account);
          return;
        case 'unpaid':
          return change(async (ctx) => {
            if (await changeState(ctx, merchant_id, ['ACTIVE'], 'INACTIVE'))
              await updateAccount(ctx.db, merchant_id, { inactive_reason: 'UNPAID' });
          });
        case 'pay':
          return change((ctx) => activateIfPaid(ctx, merchant_id));
        case 'cancel':
        case 'keep': {
          const planned = await changeCancellation(world.ctx, { merchant_id, cancels: event.do === 'cancel' }).catch(
            () => undefined,
          );
          if (planned) await change((ctx) => planned.run(ctx));
          return;
        }
        case 'plan': {
          const terms = { unit_price: event.price * CENT, monthly_commitment: event.fee * CENT };
          const planned = await changePlan(world.ctx, { merchant_id, terms, is_agreed: true });
          return change((ctx) => planned.run(ctx));
        }
        case 'approve':
          return world.approve(account, event.count);
        case 'delete':
          return world.act(account, deleteMerchant);
        default:
          return event satisfies never;
      }
    };

    for (let day = 0; day <= LAST_DAY; day++) {
      world.at(`${dayAfter(signedUp, day)}T00:00:02.000Z`);
      if (works(day)) await worker.run();
      for (const [when, event] of story) if (when === day) await perform(event);
    }
    await worker.run();
    const bills = (await world.bills(account)).map((bill) => ({
      cycle: [bill.cycle_start, bill.cycle_end] as [string, string],
      total: bill.total / CENT,
      balance: bill.balance / CENT,
      amount_due: bill.amount_due! / CENT,
      is_carried: bill.state === 'CARRIED_OVER',
    }));
    return { bills, balance: (await findBalance(world.ctx.db, merchant_id)) / CENT };
  } finally {
    await world.close();
  }
}
