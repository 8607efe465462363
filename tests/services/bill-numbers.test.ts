/**
 * Bills are numbered in the order of their creation and without gaps within a year, even if several are created concurrently and
 * some fail.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { closeCycle } from '../../server/billing/bill/bill.service.ts';
import { nextNumber } from '../../server/billing/ledger/document-number.repository.ts';
import { PLANS } from '../../server/billing/terms/plans.ts';
import { actingAs } from '../../server/core/context.ts';
import { openDatabase } from '../../server/database/database.ts';
import { initial } from '../../server/database/migrations/0046-initial.ts';
import { callbackEndpoints } from '../../server/database/migrations/0047-callback-endpoints.ts';
import { money } from '../../server/database/migrations/0048-money.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { quickFolder } from '../support/server/quick-folder.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

let world: ServiceWorld;
beforeAll(async () => {
  world = await createServiceWorld();
});
afterAll(() => world?.close());

const allNumbers = async () =>
  (await world.ctx.db.selectFrom('bills').select('number').orderBy('number').execute()).map(({ number }) => number);

const expected = (year: number, count: number) =>
  Array.from({ length: count }, (_, index) => `INV-${year}-${String(index + 1).padStart(6, '0')}`);

test('bills made at once, some of which are rolled back, are numbered without a gap, and each year begins with 1', async () => {
  const customers = await Promise.all(Array.from({ length: 12 }, () => world.customer()));
  for (const customer of customers) await world.set(customer, PLANS.standard);
  world.at('2026-04-05T00:00:00.000Z');
  const outcomes = await Promise.allSettled(
    customers.map(({ merchant_id }, index) =>
      inTransaction(actingAs(world.ctx, { merchant_id }), async (ctx) => {
        await closeCycle(ctx, merchant_id);
        if (index % 3 === 0) throw new Error('the process failed before the end of the transaction');
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(await allNumbers()).toEqual(expected(2026, 8));
  for (const { merchant_id } of customers)
    await inTransaction(actingAs(world.ctx, { merchant_id }), (ctx) => closeCycle(ctx, merchant_id));
  expect(await allNumbers()).toEqual(expected(2026, 12));
  const next = await inTransaction(world.ctx, ({ db }) => nextNumber(db, { series: 'INV', year: 2027 }));
  expect(next).toBe('INV-2027-000001');
});

test('bills of earlier versions are numbered by year in the order in which they were made, and the next one continues', async () => {
  const folder = quickFolder('sigill-numbers-');
  const postgres = await createTestDatabase({ empty: true });
  const { db, close } = openDatabase({ url: postgres?.url, file: join(folder, 'sigill.db') });
  onTestFinished(async () => {
    await close();
    await postgres?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const { up } of [initial, callbackEndpoints]) await up(db as never);
  const bills: [id: number, created: string][] = [
    [5, '2026-01-02T00:00:00.000Z'],
    [4, '2025-11-01T00:00:00.000Z'],
    [9, '2025-12-01T00:00:00.000Z'],
    [3, '2026-02-01T00:00:00.000Z'],
    [2, '2025-12-01T00:00:00.000Z'],
  ];
  await sql`insert into merchants (id, billing_state, created) values (1, 'ACTIVE', '2025-10-01T00:00:00.000Z')`.execute(
    db,
  );
  for (const [index, [id, created]] of bills.entries())
    await sql`insert into bills (id, merchant_id, created, cycle_start, cycle_end, billables, subtotal, vat_rate, vat, total, state, declines)
      values (${id}, 1, ${created}, ${`2025-10-0${index}`}, '2025-10-31', '[]', 0, 0, 0, 0, 'PAID', 0)`.execute(db);
  await money.up(db as never);
  const rows = await db.selectFrom('bills').select(['id', 'number']).orderBy('number').execute();
  expect(rows.map(({ id, number }) => [id, number])).toEqual([
    [4, 'INV-2025-000001'],
    [2, 'INV-2025-000002'],
    [9, 'INV-2025-000003'],
    [5, 'INV-2026-000001'],
    [3, 'INV-2026-000002'],
  ]);
  const next = (year: number) => db.transaction().execute((trx) => nextNumber(trx, { series: 'INV', year }));
  expect([await next(2025), await next(2026)]).toEqual(['INV-2025-000004', 'INV-2026-000003']);
});
