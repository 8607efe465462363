/** The process is killed during charges, refunds and the closing of cycles. Afterwards the books must be correct to the cent. */
// CI only: it kills and starts the service for a year of bills.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../server/billing/operator/reconcile.service.ts';
import { WEBHOOK_PATH } from '../../server/billing/payment/stripe-webhook.ts';
import { CENT } from '../../server/billing/terms/money.ts';
import { readConfig } from '../../server/core/config.ts';
import type { OutsideContext } from '../../server/core/context.ts';
import { createLog } from '../../server/core/log.ts';
import { withService } from '../../server/operator/command.ts';
import { type CardProvider, startCardProvider } from '../../server/stand-ins/card-provider/card-provider.ts';
import { confirmCard, startRelay, WEBHOOK_SECRET } from '../support/outside/card-provider.ts';
import { runOperator } from '../support/packages/script.ts';
import { createServerProcess, quickServer, type ServerProcess } from '../support/process/server-process.ts';
import { times } from '../support/runs/trials.ts';
import { addBillingDetails, approve, setBilling } from '../support/server/billing.ts';
import { calculatedBooks, dayAfter, type Story } from '../support/server/billing-calculation.ts';
import { type Call, createCaller, expectSuccess } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';
import { createTestDatabase } from '../support/server/test-database.ts';
import { eventually, type TestServer } from '../support/server/test-server.ts';
import type { World } from '../support/server/world.ts';

const MONTHS = times(12);
const KILLS = 3;
const CREDIT_CENTS = 40;

/** The fees of the accounts. A small one is carried over. */
const FEES = [9900, 4900, 30, 0];

const PAYMENT = /^POST .*\/confirm$/;
const REFUND = /^POST \/v1\/refunds$/;

/**
 * When the service is killed: at one of the first `of` calls that match `at`. `before` is before the provider executes the call,
 * `between` is between that and the response, `after` is just after the response, and `anywhere` is at a random time. The aims are
 * used in turn.
 */
const AIMS = [
  { moment: 'between', at: PAYMENT, of: 2 },
  { moment: 'between', at: REFUND, of: 1 },
  { moment: 'before', at: /\/v1\/(payment_intents|refunds)/, of: 5 },
  { moment: 'after', at: PAYMENT, of: 2 },
  { moment: 'after', at: REFUND, of: 1 },
  { moment: 'anywhere', at: /^nowhere$/, of: 1 },
] as const;

interface Customer {
  merchant_id: number;
  signed_up: string;
  story: Story;
}

const folder = mkdtempSync(join(tmpdir(), 'sigill-cards-'));
const customers: Customer[] = [];
let offset = 0;
let kills = 0;
let aim: { moment: string; at: RegExp; calls: number; died: PromiseWithResolvers<void> } | undefined;
let [provider, relay, events, database] = [] as unknown as [
  CardProvider,
  Awaited<ReturnType<typeof startRelay>>,
  Server,
  Awaited<ReturnType<typeof createTestDatabase>>,
];
let service: ServerProcess;
let call: Call;
let environment: Record<string, string>;

const now = () => new Date(Date.now() + offset);
const today = () => now().toISOString().slice(0, 10);
const among = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)]!;

beforeAll(async () => {
  events = createServer(unreliableLine);
  await new Promise<void>((resolve) => events.listen(0, '127.0.0.1', resolve));
  provider = await startCardProvider({
    ...{ clock: { now }, folder, public_url: 'http://localhost:9', log: createLog('silent') },
    webhook_url: `http://127.0.0.1:${(events.address() as AddressInfo).port}`,
    webhook_secret: WEBHOOK_SECRET,
  });
  relay = await startRelay(provider);
  database = await createTestDatabase();
  environment = {
    STRIPE_SECRET_KEY: provider.secret_key,
    STRIPE_PUBLISHABLE_KEY: provider.publishable_key,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API: relay.base,
    ...(database && { DATABASE_URL: database.url }),
  };
  service = await createServerProcess(environment, undefined, await quickServer());
  call = createCaller(service.base);
  relay.relay.decide = (line) => {
    if (aim?.moment !== 'before' || !isNext(line)) return undefined;
    void kill();
    return 'silence';
  };
  relay.relay.acted = async (line) => {
    if (aim?.moment === 'between' && isNext(line)) await kill();
    else if (aim?.moment === 'after' && isNext(line)) setTimeout(kill, randomInt(20));
  };
  await service.start();
});
afterAll(async () => {
  relay?.cutOff();
  await service?.remove();
  await relay?.close();
  await provider?.close();
  events?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Some events get lost and are resent much later, and some arrive twice. */
async function unreliableLine(
  ...[req, res]: Parameters<NonNullable<Parameters<typeof createServer>[1]>>
): Promise<void> {
  const body = Buffer.concat(await req.toArray());
  const headers = { 'Stripe-Signature': String(req.headers['stripe-signature']) };
  const deliver = () =>
    fetch(`${service.base}${WEBHOOK_PATH}`, { method: 'POST', headers, body }).then(
      ({ status }) => status,
      () => 503,
    );
  const statuses = among([true, true, false])
    ? await Promise.all(Array.from({ length: randomInt(1, 3) }, deliver))
    : [503];
  res.writeHead(Math.max(...statuses)).end();
}

const isNext = (line: string): boolean => aim?.at.test(line) === true && aim.calls-- === 0;

async function kill(): Promise<void> {
  if (!aim) return;
  const { died } = aim;
  aim = undefined;
  kills++;
  await service.end('SIGKILL');
  died.resolve();
}

async function advance(duration: string): Promise<void> {
  await fetch(`${service.base}/_local/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advance: duration }),
  });
  await readClock();
}

async function readClock(): Promise<void> {
  const response = await fetch(`${service.base}/_local/clock`);
  offset = Date.parse(((await response.json()) as { now: string }).now) - Date.now();
}

const configured = () =>
  readConfig({ ...environment, DATA_DIR: service.folder, PORT: new URL(service.base).port }, { sends_mail: false });

const withBooks = <T>(work: (ctx: OutsideContext) => Promise<T>) =>
  withService(configured(), { migrates: false }, work);

const operator = (...args: string[]) => runOperator({ deps: { config: configured() } } as TestServer, ...args, '--yes');

async function signUp(fee: number): Promise<void> {
  const { bearer } = await verifiedAccount(service.base);
  const succeed: World['succeed'] = async (id, body, credentials) =>
    expectSuccess(id, await call(id, body, credentials));
  const { setup_intent_id } = await succeed('stripe.start', {}, { bearer });
  const { host, port, secret_key } = provider;
  await confirmCard(new Stripe(secret_key, { host, port, protocol: 'http', telemetry: false }), setup_intent_id);
  await succeed('stripe.complete', { setup_intent_id }, { bearer });
  await addBillingDetails({ succeed }, { bearer });
  const { id: merchant_id, created } = await succeed('billing.enable', {}, { bearer });
  const price = randomInt(1, 60);
  const terms = ['--unit-price', inDollars(price), '--fee', inDollars(fee)];
  expect(await operator('plan', String(merchant_id), ...terms, '--agreed')).toMatchObject({ code: 0 });
  await withBooks((ctx) => setBilling({ ctx }, merchant_id, { credit: CREDIT_CENTS * CENT }));
  const story: Story = [
    [0, { do: 'tax', country: 'SE', has_number: false }],
    [0, { do: 'card', issued: 'US' }],
    [0, { do: 'enable' }],
    [0, { do: 'plan', price, fee }],
  ];
  customers.push({ merchant_id, signed_up: created.slice(0, 10), story });
}

const inDollars = (cents: number) => (cents / 100).toFixed(2);
const dayOf = ({ signed_up }: Customer) => (Date.parse(today()) - Date.parse(signed_up)) / 86_400_000;

async function use(): Promise<void> {
  const paid = await withBooks(async (ctx) => {
    for (const customer of customers) {
      const count = randomInt(9);
      await approve({ ctx }, customer.merchant_id, count);
      customer.story.push([dayOf(customer), { do: 'approve', count }]);
    }
    return ctx.db.selectFrom('bills').select(['id', 'merchant_id']).where('state', '=', 'PAID').execute();
  });
  if (paid.length === 0) return;
  const how = ['--reason', 'Random'];
  for (let count = 0; count < 2; count++)
    await operator('refund', String(among(paid).id), '--amount', inDollars(randomInt(1, 900)), ...how);
  const amount = randomInt(1, 300);
  const { id, merchant_id } = among(paid);
  if ((await operator('credit', String(id), '--amount', inDollars(amount), ...how)).code !== 0) return;
  const customer = customers.find((one) => one.merchant_id === merchant_id)!;
  customer.story.push([dayOf(customer), { do: 'balance', amount: 0 - amount }]);
}

async function settled(isOver = () => false): Promise<void> {
  let looked = 0;
  await withBooks(({ db }) =>
    eventually(
      async () => {
        if (isOver()) return true;
        // A bill that was being charged is claimed for five minutes.
        if (++looked % 60 === 0) await advance('PT6M').catch(() => {});
        const open = await db.selectFrom('bills').select('id').where('state', '=', 'OPEN').execute();
        const sending = await db.selectFrom('refunds').select('id').where('state', '=', 'PENDING').execute();
        const late = await db
          .selectFrom('billing_accounts')
          .select('cycle_end')
          .where('cycle_end', '<=', today())
          .execute();
        return open.length + sending.length + late.length === 0;
      },
      'the bills and refunds',
      180_000,
    ),
  );
}

async function settleUnderFire(days: number): Promise<void> {
  let begin = () => advance(`P${days}D`);
  for (let left = randomInt(1, KILLS + 1); left > 0; left--) {
    const died = Promise.withResolvers<void>();
    let isOver = false;
    const { moment, at, of } = AIMS[kills % AIMS.length]!;
    aim = { moment, at, calls: randomInt(of), died };
    if (moment === 'anywhere') setTimeout(kill, randomInt(600));
    void died.promise.then(() => {
      isOver = true;
    });
    await begin().catch(() => {});
    await Promise.race([died.promise, settled(() => isOver)]);
    // In some months there is no refund at which to kill the service.
    if (aim) await kill();
    await died.promise;
    await service.start();
    await readClock();
    begin = async () => {};
  }
  aim = undefined;
  await settled();
}

test('a year in which the service is killed again and again is billed, charged and refunded to the cent', {
  timeout: 1_200_000,
}, async () => {
  for (const fee of FEES) await signUp(fee);
  for (let month = 0; month < MONTHS; month++) {
    await use();
    await settleUnderFire(among([29, 31, 31, 62]));
  }
  expect(kills).toBeGreaterThanOrEqual(MONTHS);
  await withBooks(async (ctx) => {
    for (const customer of customers) await checkBills(ctx, customer);
    const { differences, asked_provider, bills } = await reconcile(ctx, {});
    expect({ differences, asked_provider }).toEqual({ differences: [], asked_provider: true });
    expect(bills).toBeGreaterThan(MONTHS);
    const numbers = (await ctx.db.selectFrom('bills').select('number').execute()).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(bills);
  });
  expect(service.stdout + service.stderr).not.toMatch(/investigate|paid twice|could not/);
});

async function checkBills({ db }: OutsideContext, customer: Customer): Promise<void> {
  const { merchant_id, signed_up, story } = customer;
  const beginning = { signed_up, credit: CREDIT_CENTS, price: 10, fee: 0, country: null, issued: null };
  const expected = calculatedBooks(beginning, story, dayOf(customer));
  const bills = await db.selectFrom('bills').selectAll().where('merchant_id', '=', merchant_id).execute();
  expect(
    bills
      .toSorted((one, other) => (one.cycle_start < other.cycle_start ? -1 : 1))
      .map(({ cycle_start, cycle_end, total, balance, amount_due }) => ({
        cycle: [cycle_start, cycle_end],
        total: total / CENT,
        balance: balance / CENT,
        amount_due: amount_due! / CENT,
      })),
  ).toEqual(expected.bills.map(({ is_carried: _, ...bill }) => bill));
  expect(dayAfter(signed_up, dayOf(customer))).toBe(today());
}
