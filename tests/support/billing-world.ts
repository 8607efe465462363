/** Accounts with cards, sessions and time, for the tests of billing. */
import { sql } from 'kysely';
import { listAllBills } from '../../server/billing/bill.repository.ts';
import { billLines } from '../../server/billing/bill-amounts.ts';
import { updateAccount } from '../../server/billing/billing.repository.ts';
import {
  enableBilling,
  getAccount,
  prepareBillingUpdate,
  updateBilling,
} from '../../server/billing/billing.service.ts';
import { createBillingWorker } from '../../server/billing/billing.worker.ts';
import { createCollectionWorker } from '../../server/billing/collection.worker.ts';
import { addPaymentMethod } from '../../server/billing/payment-method.service.ts';
import { timestamp } from '../../server/core/clock.ts';
import {
  actingAs,
  type Caller,
  type InTransaction,
  type OutsideContext,
  type Principal,
} from '../../server/core/context.ts';
import { randomId } from '../../server/database/random-id.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { approve } from './billing.ts';
import { createTestGateway } from './gateway.ts';
import { createTestDeps } from './test-deps.ts';

const REQUEST = { id: 'req_test', ip: '127.0.0.1' };

/** Makes bills and collects them: the two workers, one after the other. */
export function createBillingWorkers(ctx: OutsideContext) {
  const [billing, collection] = [createBillingWorker(ctx), createCollectionWorker(ctx)];
  return {
    async run(): Promise<number> {
      const rest = await billing.run();
      return Math.min(rest, await collection.run());
    },
  };
}

export async function createBillingWorld() {
  const provider = createTestGateway();
  const woken: string[] = [];
  const test = await createTestDeps({ payments: provider.gateway, wake: (worker) => void woken.push(worker) });
  const { ctx, deps } = test;
  const { db } = ctx;
  const worker = createBillingWorkers(ctx);
  // Nothing here outlives the test, so nothing has to reach the disk.
  if (!process.env['TEST_DATABASE_URL']) await sql`pragma synchronous = off`.execute(db);
  const by = (principal: Principal): OutsideContext & Caller => ({ ...ctx, principal, request: REQUEST });

  const world = {
    ...test,
    provider,
    worker,
    /** The workers that were asked to look at their queue, in turn. */
    woken,
    /** What a call of this person is given. */
    by,
    /** One call of this person, in its transaction. */
    act: <T>(principal: Principal, work: (ctx: InTransaction<OutsideContext & Caller>) => Promise<T>) =>
      inTransaction(by(principal), work),
    day: () => timestamp(deps.clock.now()).slice(0, 10),
    days: (count: number) => test.advance(count * 86_400),
    /** Moves to a moment that lies ahead. */
    at: (moment: string) => test.advance((Date.parse(moment) - deps.clock.now().getTime()) / 1000),

    /** An account with a user whose address is verified. */
    async account(): Promise<Principal & { email: string }> {
      const merchant_id = await test.merchant();
      const user_id = randomId();
      const email = `${user_id}@example.com`;
      await db
        .insertInto('users')
        .values({
          id: user_id,
          merchant_id,
          type: 'NATURAL',
          email,
          email_key: email,
          email_verified: 1,
          alias: email,
          locale: 'en',
          created: timestamp(deps.clock.now()),
        })
        .execute();
      await db.transaction().execute((trx) => updateAccount(trx, merchant_id, { customer: `cus_${merchant_id}` }));
      return { scheme: 'accessToken', merchant_id, user_id, user_type: 'NATURAL', email };
    },

    async card({ merchant_id }: Principal): Promise<string> {
      const { customer } = await getAccount(ctx, merchant_id);
      const { reference, alias, expires } = provider.card(`pm_${randomId()}`, customer!);
      const address = {
        name: 'Alma Vinter',
        address_line_1: 'Storgatan 1',
        address_line_2: null,
        address_postal_code: '111 22',
        address_city: 'Stockholm',
        address_state: null,
        address_country: 'SE',
      };
      await inTransaction(actingAs(ctx, { merchant_id }), (ctx) =>
        addPaymentMethod(ctx, { type: 'CARD', reference, alias, expires, ...address }),
      );
      return reference;
    },

    enable: (principal: Principal) => inTransaction(by(principal), enableBilling),

    /** Gives an account another country and company. */
    async move(principal: Principal, input: { company?: string; country: string }) {
      const update = await prepareBillingUpdate(by(principal), input);
      return inTransaction(by(principal), (ctx) => updateBilling(ctx, update));
    },

    /** An account with billing enabled and a card. */
    async customer() {
      const principal = await world.account();
      const card = await world.card(principal);
      await world.enable(principal);
      return { ...principal, card };
    },

    approve: ({ merchant_id }: Pick<Principal, 'merchant_id'>, count = 1) => approve(test, merchant_id, count),

    set: ({ merchant_id }: Pick<Principal, 'merchant_id'>, changes: Parameters<typeof updateAccount>[2]) =>
      updateAccount(db, merchant_id, changes),

    get: ({ merchant_id }: Pick<Principal, 'merchant_id'>) => getAccount(ctx, merchant_id),

    /** Oldest first. */
    bills: async ({ merchant_id }: Pick<Principal, 'merchant_id'>) =>
      (await listAllBills(db, merchant_id)).reverse().map((bill) => ({ ...bill, lines: billLines(bill) })),

    transactions: ({ merchant_id }: Pick<Principal, 'merchant_id'>) =>
      db.selectFrom('transactions').selectAll().where('merchant_id', '=', merchant_id).orderBy('created').execute(),

    /** Templates of the mails to an address, in the order of the alphabet. */
    mails: async (email: string) =>
      (
        await db.selectFrom('mails').select('template').where('recipient', '=', email).orderBy('template').execute()
      ).map(({ template }) => template),
  };
  return world;
}

export type BillingWorld = Awaited<ReturnType<typeof createBillingWorld>>;
