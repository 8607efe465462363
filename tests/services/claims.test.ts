/** Workers skip rows that another process has locked, without waiting, and process the rest. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBillingWorker } from '../../server/billing/account/billing.worker.ts';
import { drawDocument } from '../../server/billing/document/bill-drawing.ts';
import { reportChange } from '../../server/callbacks/callback.service.ts';
import { createCallbackWorker } from '../../server/callbacks/callback.worker.ts';
import { SharedSqliteAdapter } from '../../server/database/sqlite-dialect.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { createMailWorker } from '../../server/mail/mail.worker.ts';
import { abortSession, createSession, getSession } from '../../server/sessions/session/session.service.ts';
import { createExpiryWorker, createPurgeWorker } from '../../server/sessions/session.workers.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

const DAYS = 86_400;

let world: ServiceWorld;
let receiver: Awaited<ReturnType<typeof createReceiver>>;

beforeEach(async () => {
  world = await createServiceWorld();
  receiver = await createReceiver();
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  await world.close();
});

/** `prepare` makes two items due and returns the worker pass that handles them. */
interface Work {
  table: 'callbacks' | 'mails' | 'billing_accounts' | 'sessions';
  key: 'id' | 'merchant_id';
  done: ReturnType<typeof sql<boolean>>;
  prepare(): Promise<() => Promise<unknown>>;
}

const twice = async (work: () => Promise<unknown>) => {
  await work();
  await work();
};

const session = async (merchant_id: number) => {
  const { id } = await inTransaction(world.callOf(merchant_id), (ctx) => createSession(ctx, {}));
  return getSession(world.callOf(merchant_id), { id });
};

const WORK: Record<string, Work> = {
  callbacks: {
    table: 'callbacks',
    key: 'id',
    done: sql<boolean>`state = 'DELIVERED'`,
    async prepare() {
      const merchant_id = await world.merchant();
      let id = 1;
      await twice(() =>
        inTransaction(world.ctx, (ctx) =>
          reportChange(ctx, {
            merchant_id,
            session_id: id,
            url: receiver.url,
            event: { id: id++, state: 'FAILED', previous_state: 'CREATED' },
          }),
        ),
      );
      const worker = createCallbackWorker(world.ctx);
      return async () => {
        await worker.run();
        await worker.idle();
      };
    },
  },
  mails: {
    table: 'mails',
    key: 'id',
    // No mail server listens, so each email stays pending after its attempt.
    done: sql<boolean>`attempts > 0`,
    async prepare() {
      await twice(() => world.account());
      world.advance(40 * DAYS);
      await createBillingWorker(world.ctx).run();
      // Configures a mail server, because without one the emails would stay in the local mailbox.
      await world.ctx.db.updateTable('mails').set({ state: 'PENDING', next_attempt: world.day() }).execute();
      const config = { ...world.deps.config, smtp_url: `smtp://127.0.0.1:${await freePort()}` };
      return createMailWorker({ ...world.ctx, deps: { ...world.deps, config } }, drawDocument(world.ctx)).run;
    },
  },
  'trials that are over': {
    table: 'billing_accounts',
    key: 'merchant_id',
    done: sql<boolean>`trial_ends is null`,
    async prepare() {
      await twice(() => world.merchant());
      // Ends the trial before the end of the first cycle, which would be another reason to process the account.
      await world.ctx.db.updateTable('billing_accounts').set({ trial_ends: '2026-03-01T00:00:00.000Z' }).execute();
      return createBillingWorker(world.ctx).run;
    },
  },
  'cycles that are over': {
    table: 'billing_accounts',
    key: 'merchant_id',
    done: sql<boolean>`cycle_end > '2026-04-03'`,
    async prepare() {
      await twice(() => world.merchant());
      await world.ctx.db.updateTable('billing_accounts').set({ trial_ends: null }).execute();
      world.at('2026-04-03T00:00:00.000Z');
      return createBillingWorker(world.ctx).run;
    },
  },
  'sessions that have expired': {
    table: 'sessions',
    key: 'id',
    done: sql<boolean>`state = 'FAILED'`,
    async prepare() {
      const merchant_id = await world.merchant('ACTIVE');
      await twice(() => session(merchant_id));
      world.advance(2 * DAYS);
      return createExpiryWorker(world.ctx).run;
    },
  },
  'identity data whose time is over': {
    table: 'sessions',
    key: 'id',
    done: sql<boolean>`redacted is not null`,
    async prepare() {
      const merchant_id = await world.merchant('ACTIVE');
      await twice(async () => {
        const created = await session(merchant_id);
        await inTransaction(world.ctx, (ctx) => abortSession(ctx, created));
      });
      world.advance(400 * DAYS);
      return createPurgeWorker(world.ctx, async () => {}).run;
    },
  },
};

describe('an item that another process has locked', () => {
  test.for(Object.entries(WORK))('delays no other %s, and is handled once released', async ([, work], { skip }) => {
    const { db } = world.ctx;
    skip(db.getExecutor().adapter instanceof SharedSqliteAdapter, 'SQLite has one writer at a time');
    const { table, key, done } = work;
    const pass = await work.prepare();
    const rows = async () =>
      (
        await sql<{ key: number | string; done: boolean }>`
          select ${sql.ref(key)} as key, ${done} as done from ${sql.table(table)} order by ${sql.ref(key)}`.execute(db)
      ).rows;
    const [taken] = await rows();
    await db.transaction().execute(async (other) => {
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${taken!.key} for update`.execute(other);
      await pass();
      expect((await rows()).map((row) => [row.key === taken!.key, row.done])).toEqual([
        [true, false],
        [false, true],
      ]);
    });
    await pass();
    expect((await rows()).map((row) => row.done)).toEqual([true, true]);
  });
});
