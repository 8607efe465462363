/** A service without HTTP, for the tests of services and workers: a real database, a clock that moves only when told, a card provider in memory. */

import { createSecretKey, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createBreachedPasswords } from '../../../server/auth/password/breached-passwords.ts';
import { PASSWORD_COST } from '../../../server/auth/password/password-hash.ts';
import { createSignInProviders } from '../../../server/auth/provider/openid-client.ts';
import { createGuessAlarm } from '../../../server/auth/sign-in/guess-throttles.ts';
import {
  enableBilling,
  getAccount,
  openBillingAccount,
  prepareBillingUpdate,
  updateBilling,
} from '../../../server/billing/account/billing.service.ts';
import { createBillingWorker } from '../../../server/billing/account/billing.worker.ts';
import { billLines, listAllBills } from '../../../server/billing/ledger/bill.repository.ts';
import { updateAccount, updateCompany } from '../../../server/billing/ledger/billing.repository.ts';
import { payOwed } from '../../../server/billing/payment/bill-pay.service.ts';
import { createCollectionWorker } from '../../../server/billing/payment/collection.worker.ts';
import { addPaymentMethod } from '../../../server/billing/payment/payment-method.service.ts';
import { PLANS } from '../../../server/billing/terms/plans.ts';
import { vatNumberFormatCheck } from '../../../server/billing/terms/vat.ts';
import { findPositions } from '../../../server/callbacks/callback-listen.repository.ts';
import { createWaitingCalls } from '../../../server/callbacks/waiting-calls.ts';
import { timestamp } from '../../../server/core/clock.ts';
import { readConfig } from '../../../server/core/config.ts';
import {
  actingAs,
  type Caller,
  type InTransaction,
  type OutsideContext,
  type Principal,
} from '../../../server/core/context.ts';
import type { Deps } from '../../../server/core/deps.ts';
import { createLog } from '../../../server/core/log.ts';
import { openDatabase } from '../../../server/database/database.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { randomId } from '../../../server/database/random-id.ts';
import { inTransaction } from '../../../server/database/transaction.ts';
import { createDocumentDrawer } from '../../../server/drawing/document-drawer.ts';
import { createExportPlaces } from '../../../server/exports/export-places.ts';
import type { Merchant } from '../../../server/merchants/merchant.repository.ts';
import type { PortraitConverter } from '../../../server/portrait/portrait-converter.ts';
import { createDocumentVerifier } from '../../../server/reader/document-verifier.ts';
import { createSealer, deriveKey } from '../../../server/secrets/sealing.ts';
import { specimenAuthorities } from '../../../server/specimen/specimens.ts';
import { createTrust } from '../../../server/trust/trust.ts';
import { createTestGateway } from '../outside/gateway.ts';
import { approve, BILLING_DETAILS, STORED_ADDRESS } from './billing.ts';
import { quickFolder } from './quick-folder.ts';
import { createSqliteFile, createTestDatabase } from './test-database.ts';

const REQUEST = { id: 'req_test', ip: '192.0.2.1' };

const HOLDER = { name: 'Alma Vinter', ...STORED_ADDRESS, card_country: 'SE', fingerprint: null };

export const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
export const IMAGES = { png: PNG, jpeg: Buffer.from('ffd8ff', 'hex'), exact: PNG };

const instantPortraits: PortraitConverter = {
  reserve: () => ({ portrait: async () => IMAGES, face: async () => IMAGES, [Symbol.dispose]() {} }),
  logo: async () => PNG,
  sessions: () => [],
  close: async () => {},
};

async function createParts(changes: Partial<Pick<Deps, 'portraits'>> & { mode?: 'local' | 'production' }) {
  const folder = quickFolder('sigill-unit-');
  const postgres = await createTestDatabase();
  if (!postgres) await createSqliteFile(folder);
  const database = openDatabase({ url: postgres?.url, file: join(folder, 'sigill.db') });
  await migrate(database.db);
  if (!postgres) await sql`pragma synchronous = off`.execute(database.db);
  const config = { ...readConfig({ DATA_DIR: folder }), mode: changes.mode ?? ('local' as const) };
  const key = randomBytes(32);
  let now = new Date('2026-03-02T09:30:00.000Z');
  const clock = { now: () => now };
  const log = createLog('silent');
  const provider = createTestGateway();
  const woken: string[] = [];
  const deps: Deps = {
    config,
    clock,
    log,
    sealer: createSealer(deriveKey(key, 'sealing')),
    deriveKey: (purpose) => createSecretKey(deriveKey(key, purpose)),
    trust: await createTrust(undefined, async () => specimenAuthorities(), config.mode),
    verifier: createDocumentVerifier({ log }),
    portraits: changes.portraits ?? instantPortraits,
    faces: {},
    password_cost: PASSWORD_COST,
    breached_passwords: createBreachedPasswords({ url: undefined, log }),
    sign_in: createSignInProviders({ config, log }),
    guess_alarm: createGuessAlarm({ clock, log }),
    waiting_calls: createWaitingCalls((merchant_ids) => findPositions(database.db, merchant_ids)),
    reader: database.reader,
    exports: createExportPlaces(),
    documents: createDocumentDrawer({ log }),
    payments: provider.gateway,
    vat_numbers: vatNumberFormatCheck,
    wake: (worker) => void woken.push(worker),
  };
  const ctx: OutsideContext = { db: database.db, deps };
  return {
    deps,
    ctx,
    folder,
    provider,
    woken,
    checkpoint: database.checkpoint,
    advance(seconds: number): Date {
      now = new Date(now.getTime() + seconds * 1000);
      return now;
    },
    async close(): Promise<void> {
      await deps.verifier.close();
      await deps.documents.close();
      await database.close();
      await postgres?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type ServiceWorld = Awaited<ReturnType<typeof createServiceWorld>>;

export async function createServiceWorld(changes: Parameters<typeof createParts>[0] = {}) {
  const parts = await createParts(changes);
  const { ctx, deps, advance } = parts;
  const worker = createBillingWorkers(ctx);
  const by = (principal: Principal): OutsideContext & Caller => ({ ...ctx, principal, request: REQUEST });
  const at = (moment: string) => advance((Date.parse(moment) - deps.clock.now().getTime()) / 1000);
  const accounts = accountsOf(parts, by);
  return {
    ...parts,
    ...accounts,
    ...booksOf(parts),
    worker,
    by,
    callOf: (merchant_id: number) => by({ scheme: 'apiKey', merchant_id, user_id: 1, user_type: 'SERVICE' }),
    act: <T>(principal: Principal, work: (ctx: InTransaction<OutsideContext & Caller>) => Promise<T>) =>
      inTransaction(by(principal), work),
    day: () => timestamp(deps.clock.now()).slice(0, 10),
    days: (count: number) => advance(count * 86_400),
    at,
    /** A customer on Standard whose first cycle has just ended, before a worker runs. */
    async customerWithBillDue() {
      const customer = await accounts.customer();
      await updateAccount(ctx.db, customer.merchant_id, PLANS.standard);
      const { cycle_end } = await getAccount(ctx, customer.merchant_id);
      // At noon, so that days counted from here are whole days.
      at(`${cycle_end}T12:00:00.000Z`);
      return customer;
    },
  };
}

export function createBillingWorkers(ctx: OutsideContext) {
  const [billing, collection] = [createBillingWorker(ctx), createCollectionWorker(ctx)];
  return {
    async run(): Promise<number> {
      const rest = await billing.run();
      return Math.min(rest, await collection.run());
    },
  };
}

type Parts = Awaited<ReturnType<typeof createParts>>;
type Account = Pick<Principal, 'merchant_id'>;

async function createMerchant(
  ctx: OutsideContext,
  billing_state: Merchant['billing_state'] = 'TRIAL',
): Promise<number> {
  const id = randomId();
  const created = ctx.deps.clock.now();
  await ctx.db
    .insertInto('merchants')
    .values({ id, billing_state, created: timestamp(created) })
    .execute();
  await inTransaction(ctx, (ctx) => openBillingAccount(ctx, { merchant_id: id, created }));
  await updateAccount(ctx.db, id, { address_verified: timestamp(created) });
  return id;
}

function accountsOf({ ctx, deps, provider }: Parts, by: (principal: Principal) => OutsideContext & Caller) {
  const { db } = ctx;
  const accounts = {
    merchant: (state?: Merchant['billing_state']) => createMerchant(ctx, state),

    async account(): Promise<Principal & { email: string }> {
      const merchant_id = await accounts.merchant();
      const user_id = randomId();
      const email = `${user_id}@example.com`;
      await db
        .insertInto('users')
        .values({
          id: user_id,
          merchant_id,
          type: 'NATURAL',
          role: 'owner',
          email,
          email_key: email,
          email_verified: 1,
          alias: email,
          locale: 'en',
          created: timestamp(deps.clock.now()),
        })
        .execute();
      const { company, ...address } = BILLING_DETAILS;
      await updateAccount(db, merchant_id, { customer: `cus_${merchant_id}`, ...address });
      await updateCompany(db, merchant_id, company);
      return { scheme: 'accessToken', merchant_id, user_id, user_type: 'NATURAL', email };
    },

    async card({ merchant_id }: Principal): Promise<string> {
      const { customer } = await getAccount(ctx, merchant_id);
      const { reference, alias, expires } = provider.card(`pm_${randomId()}`, customer!);
      await inTransaction(actingAs(ctx, { merchant_id }), (ctx) =>
        addPaymentMethod(ctx, { type: 'CARD', reference, alias, expires, ...HOLDER }),
      );
      return reference;
    },

    async enable(principal: Principal) {
      await payOwed(by(principal));
      return inTransaction(by(principal), enableBilling);
    },

    async move(principal: Principal, input: { company?: string; country: string }) {
      const update = await prepareBillingUpdate(input);
      return inTransaction(by(principal), (ctx) => updateBilling(ctx, update));
    },

    async customer() {
      const principal = await accounts.account();
      const card = await accounts.card(principal);
      await accounts.enable(principal);
      return { ...principal, card };
    },
  };
  return accounts;
}

const booksOf = ({ ctx, ctx: { db } }: Parts) => ({
  approve: ({ merchant_id }: Account, count = 1) => approve({ ctx }, merchant_id, count),

  set: ({ merchant_id }: Account, changes: Parameters<typeof updateAccount>[2]) =>
    updateAccount(db, merchant_id, changes),

  issueCards: ({ merchant_id }: Account, card_country: string) =>
    db.updateTable('payment_methods').set({ card_country }).where('merchant_id', '=', merchant_id).execute(),

  get: ({ merchant_id }: Account) => getAccount(ctx, merchant_id),

  /** Oldest first. */
  bills: async ({ merchant_id }: Account) =>
    (await listAllBills(db, merchant_id)).reverse().map((bill) => ({ ...bill, lines: billLines(bill) })),

  transactions: ({ merchant_id }: Account) =>
    db.selectFrom('transactions').selectAll().where('merchant_id', '=', merchant_id).orderBy('created').execute(),

  mails: async (email: string) =>
    (await db.selectFrom('mails').select('template').where('recipient', '=', email).orderBy('template').execute()).map(
      ({ template }) => template,
    ),
});
