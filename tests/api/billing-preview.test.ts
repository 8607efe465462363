/** Just before a cycle ends, the preview must equal the bill. */
// SQLite only: preview and bill are one function, whose queries billing-cycles.test.ts runs on both.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseMoney } from '../../server/billing/terms/money.ts';
import { PLANS } from '../../server/billing/terms/plans.ts';
import { approve, setBilling } from '../support/server/billing.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
let account: Account;
let merchant_id: number;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
  account = await world.freshAccount();
  ({ id: merchant_id } = await world.succeed('billing.self', {}, { bearer: account.bearer }));
});
afterAll(() => server?.stop());

interface Case {
  state: 'TRIAL' | 'ACTIVE';
  terms: { unit_price: number; monthly_commitment: number };
  credit: string;
  country: 'SE' | 'FI' | 'US' | null;
  vat_number: boolean;
  /** Approved sessions, at the first price and then at another. */
  approved: number;
  approved_later: number;
}

const base: Case = {
  state: 'ACTIVE',
  terms: PLANS.starter,
  credit: '0.00',
  country: 'SE',
  vat_number: false,
  approved: 12,
  approved_later: 0,
};

const cases: [title: string, change: Partial<Case>][] = [
  ['in the trial, paid by credit', { state: 'TRIAL', credit: '25.00' }],
  ['with the credit partly used before', { credit: '0.75' }],
  ['with a service fee and without sessions', { terms: PLANS.standard, approved: 0 }],
  ['with a fee that is not charged in the trial', { state: 'TRIAL', terms: PLANS.standard, credit: '1.00' }],
  ['with VAT of a rate that does not divide', { country: 'FI', terms: { unit_price: 7_777, monthly_commitment: 0 } }],
  ['with a VAT number, in the country of the buyer', { vat_number: true }],
  ['outside the EU', { country: 'US' }],
  ['before the account has a country', { country: null }],
  ['at two prices', { credit: '0.35', approved_later: 5 }],
  ['with nothing to bill', { approved: 0 }],
];

test.each(cases)('the preview is the bill that follows: %s', (_title, change) => previewIsBill({ ...base, ...change }));

test('the preview equals the bill that follows, for any usage and agreement', async () => {
  const amount = fc.integer({ min: 0, max: 3_000 }).map((cents) => (cents / 100).toFixed(2));
  const any = fc.record<Case>({
    state: fc.constantFrom('TRIAL', 'ACTIVE'),
    terms: fc.record({
      unit_price: fc.integer({ min: 1, max: 500_000 }),
      monthly_commitment: fc.integer({ min: 0, max: 99_000_000 }),
    }),
    credit: amount,
    country: fc.constantFrom('SE', 'FI', 'US', null),
    vat_number: fc.boolean(),
    approved: fc.integer({ min: 0, max: 20 }),
    approved_later: fc.integer({ min: 0, max: 3 }),
  });
  await fc.assert(fc.asyncProperty(any, previewIsBill), { numRuns: 12 });
});

test('a cycle that ends today has the lines of a whole cycle, and ends today', async () => {
  await arrange({ ...base, credit: '0.55', approved: 9 });
  const { cycle_end: _, ...whole } = await preview({});
  const { cycle_end, ...today } = await preview({ end: 'TODAY' });
  expect(today).toEqual(whole);
  expect(cycle_end).toBe(now().slice(0, 10));
});

test('the preview of today equals the last bill of an account that is deleted', async () => {
  const other = await world.freshAccount();
  const { bearer } = other;
  const { id } = await world.succeed('billing.self', {}, { bearer });
  await become(id, 'ACTIVE');
  await setBilling(server, id, { ...terms(base), credit: 0, country: 'SE' });
  await approve(server, id, 8);
  const said = await world.succeed('billing.preview', { end: 'TODAY' }, { bearer });
  expect(said).toMatchObject({ subtotal: '0.80', vat: '0.20', total: '1.00' });
  await world.succeed('merchant.delete', {}, { bearer });
  const made = await server.ctx.db
    .selectFrom('bills')
    .selectAll()
    .where('merchant_id', '=', id)
    .executeTakeFirstOrThrow();
  expect([made.cycle_start, made.cycle_end]).toEqual([said.cycle_start, said.cycle_end]);
  expect([made.subtotal, made.vat, made.total]).toEqual([said.subtotal, said.vat, said.total].map(parseMoney));
});

async function previewIsBill(given: Case): Promise<void> {
  await arrange(given);
  const { cycle_start, cycle_end } = await cycle();
  await advanceTo(`${cycle_end}T00:00:00.000Z`, -600);
  const said = await preview({});
  await server.advance('PT10M');
  await eventually(async () => (await cycle()).cycle_start > cycle_start, 'the end of the cycle');
  const { bills } = await world.succeed('bill.list', {}, await server.signIn(account));
  const made = bills.find((bill) => bill.cycle_start === cycle_start);
  expect(made !== undefined).toBe(said.billables.length > 0);
  if (!made) return;
  expect(made).toMatchObject(said);
  const only = ['id', 'number', 'created', 'due', 'paid', 'state', 'company', 'seller', 'buyer'];
  const more = Object.keys(made).filter((field) => !Object.hasOwn(said, field));
  expect(only).toEqual(expect.arrayContaining(more));
}

async function arrange(given: Case): Promise<void> {
  await become(merchant_id, given.state);
  await setBilling(server, merchant_id, {
    ...terms(given),
    trial_ends: null,
    credit: parseMoney(given.credit),
    country: given.country,
    vat_number: given.vat_number && given.country === 'SE' ? 'SE556012579001' : null,
  });
  await approve(server, merchant_id, given.approved);
  await setBilling(server, merchant_id, { unit_price: given.terms.unit_price + 1_000 });
  await approve(server, merchant_id, given.approved_later);
}

const terms = ({ terms: { unit_price, monthly_commitment } }: Case) => ({ unit_price, monthly_commitment });

async function become(id: number, billing_state: Case['state']): Promise<void> {
  await server.ctx.db.updateTable('merchants').set({ billing_state }).where('id', '=', id).execute();
}

const preview = async (body: { end?: 'TODAY' }) => world.succeed('billing.preview', body, await server.signIn(account));

const cycle = () =>
  server.ctx.db
    .selectFrom('billing_accounts')
    .select(['cycle_start', 'cycle_end'])
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();

const now = (): string => server.deps.clock.now().toISOString();

async function advanceTo(moment: string, seconds: number): Promise<void> {
  const ahead = Math.floor((Date.parse(moment) - server.deps.clock.now().getTime()) / 1000) + seconds;
  if (ahead > 0) await server.advance(`PT${ahead}S`);
}
