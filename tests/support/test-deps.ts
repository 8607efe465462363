/** What the tests of services and workers are made from: a real database, a clock that stands still until it is moved, no HTTP. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createGuessAlarm } from '../../server/auth/guess-alarm.ts';
import { createSignInProviders } from '../../server/auth/openid-client.ts';
import { openBillingAccount } from '../../server/billing/billing.service.ts';
import { vatNumberFormatCheck } from '../../server/billing/vat.ts';
import { timestamp } from '../../server/core/clock.ts';
import { readConfig } from '../../server/core/config.ts';
import type { Caller, OutsideContext } from '../../server/core/context.ts';
import type { Deps } from '../../server/core/deps.ts';
import { createLog } from '../../server/core/log.ts';
import { openDatabase } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { randomId } from '../../server/database/random-id.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { noGateway } from '../../server/payments/gateway.ts';
import type { PortraitConverter } from '../../server/portrait/portrait-converter.ts';
import { createSealer, deriveKey } from '../../server/secrets/sealing.ts';
import { specimenAuthority } from '../../server/specimen/specimens.ts';
import { createTrust } from '../../server/trust/trust.ts';
import { quickFolder } from './quick-folder.ts';
import { createTestDatabase } from './test-database.ts';

export const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

const instantPortraits: PortraitConverter = {
  reserve: () => ({ portrait: async () => PNG, face: async () => PNG, [Symbol.dispose]() {} }),
  sessions: () => [],
  close: async () => {},
};

export async function createTestDeps(
  changes: Partial<Pick<Deps, 'portraits' | 'wake' | 'payments'>> & { mode?: 'local' | 'production' } = {},
) {
  const folder = quickFolder('sigill-unit-');
  const postgres = await createTestDatabase();
  const database = openDatabase({ url: postgres?.url, file: join(folder, 'sigill.db') });
  await migrate(database.db);
  const config = { ...readConfig({ DATA_DIR: folder }), mode: changes.mode ?? ('local' as const) };
  const key = randomBytes(32);
  let now = new Date('2026-03-02T09:30:00.000Z');
  const clock = { now: () => now };
  const log = createLog('silent');
  const deps: Deps = {
    config,
    clock,
    log,
    sealer: createSealer(deriveKey(key, 'sealing')),
    deriveKey: (purpose) => deriveKey(key, purpose),
    trust: createTrust(undefined, specimenAuthority().certificates, config.mode),
    portraits: changes.portraits ?? instantPortraits,
    faces: {},
    sign_in: createSignInProviders({ config, log }),
    guess_alarm: createGuessAlarm({ clock, log }),
    payments: changes.payments ?? noGateway,
    vat_numbers: vatNumberFormatCheck,
    wake: changes.wake ?? (() => {}),
  };
  const ctx: OutsideContext = { db: database.db, deps };
  return {
    deps,
    ctx,
    /** A call of a key of this account. */
    callOf: (merchant_id: number): OutsideContext & Caller => ({
      ...ctx,
      principal: { scheme: 'apiKey', merchant_id, user_id: 1, user_type: 'SERVICE' },
      request: { id: 'request', ip: '192.0.2.1' },
    }),
    folder,
    checkpoint: database.checkpoint,
    advance(seconds: number): Date {
      now = new Date(now.getTime() + seconds * 1000);
      return now;
    },
    async merchant(state: 'TRIAL' | 'ACTIVE' | 'INACTIVE' = 'TRIAL'): Promise<number> {
      const id = randomId();
      await database.db
        .insertInto('merchants')
        .values({ id, billing_state: state, created: timestamp(now) })
        .execute();
      await inTransaction(ctx, (ctx) => openBillingAccount(ctx, { merchant_id: id, created: now }));
      return id;
    },
    async close(): Promise<void> {
      await database.close();
      await postgres?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestDeps = Awaited<ReturnType<typeof createTestDeps>>;
