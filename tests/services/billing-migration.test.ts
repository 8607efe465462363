/** Accounts from before billing existed: the migration gives them the terms of a sign-up. */
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccount, openBillingAccount } from '../../server/billing/account/billing.service.ts';
import type { Database } from '../../server/database/database.ts';
import { billing } from '../../server/database/migrations/0006-billing.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
let db: Kysely<Database>;
beforeAll(async () => {
  world = await createServiceWorld();
  db = world.ctx.db;
});
afterAll(() => world.close());

const CREATED = [
  '2026-10-15T08:12:45.120Z',
  '2026-01-31T23:59:59.999Z',
  '2028-02-29T00:00:00.000Z',
  '2026-12-01T00:00:00.000Z',
  '2026-02-28T12:00:00.007Z',
  '2025-12-30T12:00:00.000Z',
];

test('the billing migration gives an account what a sign-up on that day would have got', async () => {
  for (const table of [
    'transactions',
    'bills',
    'billed_sessions',
    'billing_accounts',
    'payment_methods',
    'provider_events',
  ])
    await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`delete from kysely_migration where name = '0006-billing'`.execute(db);
  for (const [index, created] of CREATED.entries())
    await db
      .insertInto('merchants')
      .values({ id: index + 1, created })
      .execute();
  await db.insertInto('merchants').values({ id: 100, created: CREATED[0]!, billing_state: 'INACTIVE' }).execute();
  await db.insertInto('merchants').values({ id: 200, created: CREATED[0]!, deleted: CREATED[0]! }).execute();

  // The others only need their names: they count as applied.
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const known = applied.rows.map(({ name }): [string, Migration] => [name, { up: async () => {} }]);
  const migrations = Object.fromEntries([...known, ['0006-billing', billing] as const].toSorted());
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  expect([error, results?.map(({ migrationName }) => migrationName)]).toEqual([undefined, ['0006-billing']]);

  for (const [index, created] of CREATED.entries()) {
    const migrated = await getAccount(world.ctx, index + 1);
    const fresh = 1000 + index;
    await db.insertInto('merchants').values({ id: fresh, created }).execute();
    await inTransaction(world.ctx, (ctx) =>
      openBillingAccount(ctx, { merchant_id: fresh, created: new Date(created) }),
    );
    expect(migrated).toEqual({ ...(await getAccount(world.ctx, fresh)), merchant_id: index + 1 });
  }
  expect(await getAccount(world.ctx, 100)).toMatchObject({ billing_state: 'INACTIVE', trial_ends: null });
  await expect(getAccount(world.ctx, 200)).rejects.toThrow();
});
