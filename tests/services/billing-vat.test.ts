/** Which VAT an account pays, depending on the country, card and VAT number of each cycle, and which proofs are kept. */
// PostgreSQL in CI only: each of its tests has a database of its own.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeAccount, getAccount, previewBill } from '../../server/billing/account/billing.service.ts';
import { changeVatNumber, checkVatNumber } from '../../server/billing/account/billing-vat-number.service.ts';
import { createVatNumberWorker } from '../../server/billing/account/billing-vat-number.worker.ts';
import { endBilling } from '../../server/billing/bill/bill.service.ts';
import { describeVatDoubts } from '../../server/billing/bill/vat.service.ts';
import { findPrimary } from '../../server/billing/ledger/payment-method.repository.ts';
import { vatByCountry } from '../../server/billing/operator/revenue.service.ts';
import { addPaymentMethod, usePrimary } from '../../server/billing/payment/payment-method.service.ts';
import { dayAfter } from '../../server/billing/terms/cycle.ts';
import { formatMoney } from '../../server/billing/terms/money.ts';
import { PLANS } from '../../server/billing/terms/plans.ts';
import { vatNumberFormatCheck } from '../../server/billing/terms/vat.ts';
import { createViesCheck } from '../../server/billing/terms/vies.ts';
import { createVies } from '../support/outside/vies.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

let world: ServiceWorld;
beforeAll(async () => {
  world = await createServiceWorld();
});
afterAll(() => world.close());

type Principal = Awaited<ReturnType<typeof world.account>>;
const update = (account: Principal, country: string) => world.move(account, { country });
const setNumber = async (account: Principal, new_vat_number: string) => {
  const checked = await checkVatNumber(world.by(account), { new_vat_number });
  return world.act(account, (ctx) => changeVatNumber(ctx, checked));
};
const self = ({ merchant_id }: Principal) => describeAccount(world.ctx, merchant_id);
const proofs = ({ merchant_id }: Principal) =>
  world.ctx.db
    .selectFrom('vat_proofs')
    .select(['kind', 'country', 'value', 'source'])
    .where('merchant_id', '=', merchant_id)
    .orderBy('created')
    .orderBy('kind')
    .execute();
const vatOfBills = async (account: Principal) =>
  (await world.bills(account)).map(({ vat_rate, vat, vat_country, vat_category }) =>
    [vat_rate / 10_000, formatMoney(vat), vat_country, vat_category].join(' '),
  );
const nextMonth = async () => {
  world.days(31);
  await world.worker.run();
};

test('VAT follows country and number, and a number is removed with its country', async () => {
  const account = await world.account();
  expect(await update(account, 'SE')).toMatchObject({ vat_rate: '0.25', vat_country: 'SE' });
  expect(await setNumber(account, 'se556012-5790 01')).toMatchObject({
    vat_rate: '0.00',
    vat_number: 'SE556012579001',
    vat_number_check: 'FORMAT',
  });
  await expect(setNumber(account, 'DE136695976')).rejects.toMatchObject({ code: 'invalid_vat_number' });
  expect(await update(account, 'SE')).toHaveProperty('vat_number');
  const moved = await update(account, 'FI');
  expect(moved).toMatchObject({ vat_rate: '0.255' });
  expect(moved).not.toHaveProperty('vat_number');
  expect(moved).not.toHaveProperty('vat_number_check');
  expect(await update(account, 'US')).toMatchObject({ vat_rate: '0.00' });
  await expect(setNumber(account, 'SE556012579001')).rejects.toMatchObject({
    message: 'VAT numbers apply only in the EU, not in US',
  });
});

test('keeps a French number in Monaco', async () => {
  const account = await world.account();
  await update(account, 'FR');
  await setNumber(account, 'FR40303265045');
  expect(await update(account, 'MC')).toMatchObject({ vat_number: 'FR40303265045', vat_rate: '0.00' });
});

test('refuses an invalid country', async () => {
  await expect(update(await world.account(), 'ZZ')).rejects.toMatchObject({ status: 400, code: 'invalid_value' });
});

test('stays Swedish for a Swedish card whose holder says that it moved to the United States', async () => {
  const account = await world.customer();
  await world.set(account, { ...PLANS.standard });
  await nextMonth();
  const moved = await world.move(account, { country: 'US', company: 'Example Inc' });
  expect(moved).toMatchObject({ country: 'US', vat_rate: '0.25', vat_country: 'SE', card_country: 'SE' });
  expect(moved).not.toHaveProperty('next_vat');
  await nextMonth();
  await nextMonth();
  expect(await vatOfBills(account)).toEqual(Array(3).fill('25 24.75 SE STANDARD'));
  // The VAT return lists the country whose VAT was charged, not the country of the address.
  const year = { from: '2026-01-01', to: '2026-12-31' };
  expect((await vatByCountry(world.ctx, year)).map(({ country }) => country)).not.toContain('US');
  expect(await describeVatDoubts(world.ctx)).toContain(
    `${account.merchant_id}  address US  card SE  charged VAT of SE (25%)  Example Inc`,
  );
  expect(await proofs(account)).toEqual([
    { kind: 'ADDRESS', country: 'SE', value: 'Storgatan 1, 111 22 Stockholm', source: 'CUSTOMER' },
    { kind: 'CARD', country: 'SE', value: account.card, source: 'CARD_PROVIDER' },
    { kind: 'ADDRESS', country: 'US', value: 'Storgatan 1, 111 22 Stockholm', source: 'CUSTOMER' },
  ]);
});

test('an invoice without VAT names the number that its cycle had, although the account has another one now', async () => {
  const account = await world.customer();
  await world.set(account, { ...PLANS.standard, vat_number: 'SE556012579001', vat_number_check: 'FORMAT' });
  const number = async () => {
    const bill = (await world.bills(account)).at(-1)!;
    return [bill.vat_category, JSON.parse(bill.buyer!).vat_number];
  };
  await nextMonth();
  expect(await number()).toEqual(['REVERSE_CHARGE', 'SE556012579001']);
  // Moving removes the number from the account immediately, but affects invoices only from the next cycle.
  await update(account, 'US');
  await world.issueCards(account, 'US');
  expect(await getAccount(world.ctx, account.merchant_id)).toMatchObject({ vat_number: null });
  await nextMonth();
  expect(await number()).toEqual(['REVERSE_CHARGE', 'SE556012579001']);
  await nextMonth();
  expect(await number()).toEqual(['OUT_OF_SCOPE', undefined]);
});

test('of a real move ends with the cycle in which address and card say so', async () => {
  const account = await world.customer();
  await world.set(account, { ...PLANS.standard });
  await nextMonth();
  const { cycle_end } = await self(account);
  await update(account, 'US');
  await world.issueCards(account, 'US');
  expect(await self(account)).toMatchObject({
    country: 'US',
    vat_rate: '0.25',
    next_vat: { from: dayAfter(new Date(cycle_end)), vat_rate: '0.00' },
  });
  expect(await previewBill(world.by(account), {})).toMatchObject({ vat_rate: '0.25', vat: '24.75' });
  await nextMonth();
  await nextMonth();
  expect(await vatOfBills(account)).toEqual(['25 24.75 SE STANDARD', '25 24.75 SE STANDARD', '0 0.00  OUT_OF_SCOPE']);
  expect((await describeVatDoubts(world.ctx)).join()).not.toContain(account.merchant_id);
});

test('bills cycles that are over before a change, which does not count for them', async () => {
  const account = await world.customer();
  await world.set(account, { ...PLANS.standard });
  world.days(62);
  await update(account, 'FI');
  expect((await world.bills(account)).length).toBeGreaterThan(0);
  await world.worker.run();
  const bills = await vatOfBills(account);
  expect(bills).toEqual(bills.map(() => '25 24.75 SE STANDARD'));
  await nextMonth();
  await nextMonth();
  expect((await vatOfBills(account)).slice(-2)).toEqual(['25 24.75 SE STANDARD', '25.5 25.25 FI STANDARD']);
});

test('a card of another country does not count for a cycle that was over before it was primary', async () => {
  const account = await world.customer();
  await world.set(account, { ...PLANS.standard, country: 'DE' });
  await world.issueCards(account, 'DE');
  world.days(31);
  await world.act(account, async (ctx) => {
    const { id: _, ...card } = (await findPrimary(ctx.db, account.merchant_id))!;
    const { reference } = world.provider.card('pm_swedish', `cus_${account.merchant_id}`);
    const id = await addPaymentMethod(ctx, { ...card, reference, card_country: 'SE' });
    await usePrimary(ctx, { id: id! });
  });
  await world.worker.run();
  await nextMonth();
  expect(await vatOfBills(account)).toEqual([
    expect.stringContaining('DE STANDARD'),
    expect.stringContaining('SE STANDARD'),
  ]);
});

test('a VAT number counts from the next cycle, also after it was removed and entered again', async () => {
  const account = await world.customer();
  await world.set(account, { ...PLANS.standard });
  await nextMonth();
  const { next_vat, ...now } = await setNumber(account, 'SE556012579001');
  expect(now).toMatchObject({ vat_rate: '0.25', vat_country: 'SE', vat_number: 'SE556012579001' });
  expect(next_vat).toEqual({ from: expect.any(String), vat_rate: '0.00' });
  await update(account, 'FI');
  await update(account, 'SE');
  await setNumber(account, 'SE556012579001');
  await nextMonth();
  await nextMonth();
  expect(await vatOfBills(account)).toEqual(['25 24.75 SE STANDARD', '25 24.75 SE STANDARD', '0 0.00  REVERSE_CHARGE']);
});

test('keeps each proof once, and for as long as there are bills', async () => {
  const account = await world.account();
  const { merchant_id } = account;
  for (const country of ['SE', 'SE', 'FI', 'FI', 'SE']) {
    await update(account, country);
    world.days(0.001);
  }
  for (const number of ['SE556012579001', '556012579001']) await setNumber(account, number);
  const kept = await proofs(account);
  expect(kept.map(({ kind, country, source }) => [kind, country, source].join(' '))).toEqual([
    'ADDRESS SE CUSTOMER',
    'ADDRESS FI CUSTOMER',
    'ADDRESS SE CUSTOMER',
    'VAT_NUMBER SE FORMAT',
  ]);
  const end = async (account: Principal) =>
    world.act(account, async (ctx) => endBilling(ctx, await getAccount(ctx, account.merchant_id)));
  await end(account);
  expect(await world.bills(account)).toEqual([]);
  expect(await proofs(account)).toEqual([]);

  const customer = await world.customer();
  await world.set(customer, { ...PLANS.standard });
  await end(customer);
  expect(await world.bills(customer)).toHaveLength(1);
  expect(await proofs(customer)).toHaveLength(2);
  expect(merchant_id).not.toBe(customer.merchant_id);
});

describe('with VIES', () => {
  let vies: Awaited<ReturnType<typeof createVies>>;
  const number = 'SE556012579001';
  beforeAll(async () => {
    vies = await createVies();
  });
  // Keeps the worker from asking about the numbers of earlier tests.
  beforeEach(() => world.ctx.db.updateTable('billing_accounts').set({ vat_number_check: null }).execute());
  afterEach(() => {
    world.deps.vat_numbers = vatNumberFormatCheck;
    vies.failure = undefined;
    vies.listed.clear();
    vies.asked.length = 0;
  });
  afterAll(() => vies?.stop());

  async function swede() {
    const { log } = world.deps;
    const options = { url: new URL(vies.url), requester: 'SE556703748501', log };
    world.deps.vat_numbers = createViesCheck(options);
    const account = await world.customer();
    await world.set(account, { ...PLANS.standard });
    return account;
  }
  const references = async ({ merchant_id }: Principal) =>
    (
      await world.ctx.db
        .selectFrom('vat_proofs')
        .select(['source', 'reference'])
        .where('merchant_id', '=', merchant_id)
        .where('kind', '=', 'VAT_NUMBER')
        .orderBy('created')
        .execute()
    ).map(({ source, reference }) => `${source} ${reference}`);

  test('a listed number is ONLINE at once, and its consultation number is kept', async () => {
    const account = await swede();
    vies.listed.add(number);
    expect(await setNumber(account, number)).toMatchObject({ vat_number: number, vat_number_check: 'ONLINE' });
    expect(await references(account)).toEqual(['VIES WAPIAAAA00000001']);
    await createVatNumberWorker(world.ctx).run();
    expect(vies.asked).toHaveLength(1);
  });

  test('one that VIES does not list is refused, with what to do', async () => {
    const account = await swede();
    await expect(setNumber(account, number)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_vat_number',
      message: expect.stringContaining('VIES'),
    });
    expect(await self(account)).not.toHaveProperty('vat_number');
  });

  test('while the register is down a number is PENDING, and is confirmed within the hour after it is back', async () => {
    const account = await swede();
    const worker = createVatNumberWorker(world.ctx);
    vies.failure = 'MS_UNAVAILABLE';
    expect(await setNumber(account, number)).toMatchObject({ vat_number: number, vat_number_check: 'PENDING' });
    await worker.run();
    expect(await self(account)).toMatchObject({ vat_number_check: 'PENDING' });
    vies.failure = undefined;
    vies.listed.add(number);
    const asked = vies.asked.length;
    await worker.run();
    expect(vies.asked).toHaveLength(asked);
    world.advance(3600);
    await worker.run();
    expect(await self(account)).toMatchObject({ vat_number: number, vat_number_check: 'ONLINE' });
    expect(await references(account)).toEqual(['FORMAT null', expect.stringMatching(/^VIES WAPIAAAA/)]);
    // Entering the number again while VIES does not respond must not undo the confirmation.
    vies.failure = 'SERVICE_UNAVAILABLE';
    expect(await setNumber(account, number)).toMatchObject({ vat_number_check: 'ONLINE' });
  });

  test('a pending number that turns out not to be listed is removed, and exempts no cycle', async () => {
    const account = await swede();
    const worker = createVatNumberWorker(world.ctx);
    vies.failure = 'TIMEOUT';
    await setNumber(account, number);
    await nextMonth();
    expect(await self(account)).toMatchObject({ vat_rate: '0.00' });
    // Replaces the number for a moment. The cycle must keep the original one.
    await setNumber(account, 'SE556703748501');
    await setNumber(account, number);
    vies.failure = undefined;
    await worker.run();
    const after = await self(account);
    expect(after).toMatchObject({ vat_rate: '0.25' });
    expect(after).not.toHaveProperty('vat_number');
    expect(await world.mails(account.email)).toContain('vat_number_removed');
    await nextMonth();
    expect((await vatOfBills(account)).at(-1)).toBe('25 24.75 SE STANDARD');
    const actions = await world.ctx.db
      .selectFrom('audit_entries')
      .select('action')
      .where('merchant_id', '=', account.merchant_id)
      .execute();
    expect(actions.filter(({ action }) => action === 'billing.change_vat_number')).toHaveLength(4);
  });

  test('asks a silent register once in a run, and the others all the same', async () => {
    const accounts = [await swede(), await swede()];
    const greek = await swede();
    await world.set(greek, { country: 'GR', vat_number: 'EL094259216', vat_number_check: 'FORMAT' });
    for (const account of accounts) await world.set(account, { vat_number: number, vat_number_check: 'FORMAT' });
    vies.failure = 'MS_UNAVAILABLE';
    await createVatNumberWorker(world.ctx).run();
    expect(vies.asked.map(({ countryCode }) => countryCode).toSorted()).toEqual(['EL', 'SE']);
  });
});
