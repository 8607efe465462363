/**
 * From trial to paid bill over HTTP, with local mode's card provider, real workers, emails and operator commands, while the clock
 * is moved by months.
 */
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOperator, spawnOperator } from '../support/packages/script.ts';
import { addBillingDetails, addCard, BILLING_DETAILS, CARDS, enabled, verifyEmail } from '../support/server/billing.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer({
    environment: { SELLER_NAME: 'Sigill AB', SELLER_ADDRESS: 'Kungsgatan 1 | Stockholm' },
  });
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const bills = async (account: Account) => (await world.succeed('bill.list', {}, await server.signIn(account))).bills;
const billing = async (account: Account) => world.succeed('billing.self', {}, await server.signIn(account));
const longDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const subjects = async ({ email }: Account) => (await server.mailbox(email)).map(({ subject }) => subject);

const operator = (...args: string[]) => runOperator(server, ...args);

test('a person without a company enables billing with an address, and is billed to the name on the card', async () => {
  const account = await world.freshAccount();
  const mine = createWorld(server, account);
  const { bearer } = account;
  const refused = { status: 403, body: { code: 'billing_details_missing' } };
  await verifyEmail(mine, account);
  await addCard(mine, account);
  const enable = () => world.call('billing.enable', {}, { bearer });
  expect(await enable()).toMatchObject({ ...refused, body: { error: expect.stringContaining('billing address') } });
  const { company: _, ...address } = BILLING_DETAILS;
  await world.succeed('billing.update', { ...address, country: 'SE' }, { bearer });
  await world.succeed('billing.change_vat_number', { new_vat_number: 'SE556012579001' }, { bearer });
  expect(await enable()).toMatchObject({ ...refused, body: { error: expect.stringContaining('company name') } });
  await world.succeed('billing.update', { ...address, country: 'NO' }, { bearer });
  expect(await enable()).toMatchObject({ status: 200, body: { state: 'ACTIVE' } });
  await mine.ended('genuine');

  await server.advance('P31D');
  const [bill] = await eventually(async () => {
    const made = await bills(account);
    return made.length === 1 && made;
  }, 'a bill');
  expect(bill).toMatchObject({ buyer: { name: 'Alma Vinter', country: 'NO' } });
  expect(bill!.buyer).not.toHaveProperty('company');
  const { pdf } = await world.succeed('bill.pdf', { id: bill!.id }, await server.signIn(account));
  const { text } = await extractText(new Uint8Array(Buffer.from(pdf, 'base64')), { mergePages: true });
  expect(text).toContain('Alma Vinter');
});

test('a year in short: trial, card, sessions, plan, bills, a decline and recovery', async () => {
  const account = await world.freshAccount();
  const mine = createWorld(server, account);
  const { bearer } = account;
  const { id, state, credit } = await world.succeed('billing.self', {}, { bearer });
  expect({ state, credit }).toEqual({ state: 'TRIAL', credit: '25.00' });

  await enabled(mine, account);
  expect(await world.succeed('billing.self', {}, { bearer })).toMatchObject({
    state: 'ACTIVE',
    country: 'SE',
    vat_rate: '0.25',
    credit: '25.00',
  });
  expect(await world.succeed('dashboard.get_started', {}, { bearer })).toMatchObject({ billing_enabled: true });
  await mine.ended('genuine');
  await mine.ended('genuine');
  const rejected = await mine.session();
  await world.succeed('reader.abort', { token: rejected.token });
  expect(await world.succeed('billing.self', {}, { bearer })).toMatchObject({ credit: '24.80' });

  const unanswered = await operator('plan', String(id), 'standard');
  expect(unanswered).toMatchObject({ code: 1, output: expect.stringContaining('--yes') });
  const planned = await operator('plan', String(id), 'standard', '--agreed', '--yes');
  expect(planned.output).toMatch(
    /From \d{4}-\d\d-\d\d, it pays USD 0\.01 per verified identity and USD 99\.00 a month/,
  );
  expect(planned.code).toBe(0);
  expect(await world.succeed('billing.self', {}, { bearer })).toMatchObject({ monthly_commitment: '0.00' });

  await server.advance('P31D');
  const [first] = await eventually(async () => {
    const made = await bills(account);
    return made.length === 1 && made;
  }, 'the first bill');
  expect(first).toMatchObject({ subtotal: '0.00', vat: '0.00', total: '0.00', state: 'WAIVED' });
  expect(first!.billables.map(({ name, quantity, total }) => [name, quantity, total])).toEqual([
    ['Verified identities', 2, '0.20'],
    ['Credit', 1, '-0.20'],
  ]);

  await server.advance('P31D');
  const paid = await eventually(
    async () => (await bills(account)).find((bill) => bill.state === 'PAID'),
    'a paid bill',
  );
  expect(paid).toMatchObject({ subtotal: '99.00', vat_rate: '0.25', vat: '24.75', total: '123.75' });
  const signedIn = await server.signIn(account);
  const { transactions } = await world.succeed('transaction.list', { bill_id: paid.id }, signedIn);
  const { payment_methods } = await world.succeed('payment_method.list', { bill_id: paid.id }, signedIn);
  expect(transactions).toMatchObject([{ type: 'CHARGE', amount: '123.75', payment_method_id: payment_methods[0]!.id }]);
  const name = paid.number ?? `of ${longDate.format(new Date(paid.cycle_end))}`;
  const written = await subjects(account);
  expect(written).toContain(`Your Sigill invoice ${name}`);
  expect(written).toContain(`Receipt for ${paid.number ? 'Sigill' : 'your Sigill'} invoice ${name}`);
  // The card provider uses local mode's clock too. Otherwise the signatures of its events would look too old.
  await eventually(
    async () => (await server.ctx.db.selectFrom('provider_events').select('id').execute()).length > 0,
    'the events of the provider',
  );

  const poor = await addCard(mine, { ...account, ...signedIn }, CARDS.poor);
  await world.succeed('payment_method.change_primary', { id: poor }, signedIn);
  await server.advance('P31D');
  await eventually(async () => (await subjects(account)).includes('A payment for Sigill failed'), 'the first failure');
  expect(await billing(account)).toMatchObject({ state: 'ACTIVE' });
  for (const days of ['P1D', 'P2D', 'P4D']) {
    const before = (await subjects(account)).length;
    await server.advance(days);
    await eventually(async () => (await subjects(account)).length > before, `an email after ${days}`);
  }
  expect((await subjects(account)).filter((subject) => subject === 'A payment for Sigill failed')).toHaveLength(3);
  expect((await subjects(account))[0]).toBe('Billing for Sigill is inactive');
  expect(await billing(account)).toMatchObject({ state: 'INACTIVE' });
  expect(await world.call('session.create', {}, { basic: account.basic })).toMatchObject({
    status: 403,
    body: { code: 'billing_inactive' },
  });
  expect((await world.succeed('session.list', {}, { basic: account.basic })).sessions).toHaveLength(3);

  const again = { ...account, ...(await server.signIn(account)) };
  const good = await addCard(mine, again, CARDS.good);
  await world.succeed('payment_method.change_primary', { id: good }, again);
  await eventually(async () => (await billing(account)).state === 'ACTIVE', 'billing to be active again');
  expect((await bills(account)).map((bill) => bill.state)).toEqual(['PAID', 'PAID', 'WAIVED']);
  await mine.session();

  await world.succeed('merchant.delete', {}, await server.signIn(account));
  const { db } = server.ctx;
  await eventually(
    async () =>
      (await db.selectFrom('payment_methods').select('id').where('merchant_id', '=', id).execute()).length === 0,
    'the cards to go',
  );
  const kept = await db.selectFrom('bills').select(['total', 'state']).where('merchant_id', '=', id).execute();
  expect(kept.length).toBeGreaterThanOrEqual(3);
});

test("billing.self dates the open cycle by the service's clock, as its bill does later", async () => {
  const account = await world.freshAccount();
  const mine = createWorld(server, account);
  const { cycle_start, cycle_end, cycle_start_day, created } = await billing(account);
  expect(Number(cycle_start.slice(8))).toBe(cycle_start_day);
  expect([cycle_start, created.slice(0, 10), cycle_end].toSorted()).toEqual([
    cycle_start,
    created.slice(0, 10),
    cycle_end,
  ]);
  await mine.ended('genuine');
  await server.advance('P31D');
  const bill = await eventually(async () => (await bills(account))[0], 'the bill of the cycle');
  expect(bill).toMatchObject({ cycle_start, cycle_end });
  const next = await billing(account);
  expect(Date.parse(next.cycle_start) - Date.parse(cycle_end)).toBe(86_400_000);
  expect(next.cycle_end > next.cycle_start).toBe(true);
});

test("billing.self counts the days of the trial by the service's clock, including the current one", async () => {
  const account = await world.freshAccount();
  const left: (number | undefined)[] = [];
  for (const later of ['PT1S', 'P1D', 'P28D', 'P1D']) {
    await server.advance(later);
    left.push((await billing(account)).trial_days_left);
  }
  expect(left).toEqual([30, 29, 1, undefined]);
  expect(await billing(account)).toMatchObject({ state: 'INACTIVE' });
});

test('billing.update leaves what it is not given, and removes what is null', async () => {
  const account = await world.freshAccount();
  const details = {
    ...BILLING_DETAILS,
    address_line_2: 'Floor 2',
    billing_emails: ['accounts@example.com'],
    purchase_order: 'PO 4711',
  };
  await world.succeed('billing.update', { ...details, country: 'SE' }, account);
  const moved = await world.succeed('billing.update', { country: 'FI' }, account);
  expect(moved).toMatchObject({ ...details, country: 'FI' });
  const none = { company: null, address_line_2: null, purchase_order: null };
  const { company, address_line_2, purchase_order, ...rest } = moved;
  expect(await world.succeed('billing.update', { ...none, country: 'FI' }, account)).toEqual(rest);
});

describe('a slow check of a VAT number', () => {
  async function whileChecking<T>(begin: () => Promise<T>, work: () => Promise<void>): Promise<T> {
    const { deps } = server;
    const { vat_numbers } = deps;
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    deps.vat_numbers = {
      ...vat_numbers,
      async check(number, country) {
        asked.resolve();
        await answer.promise;
        return vat_numbers.check(number, country);
      },
    };
    try {
      const call = begin();
      await asked.promise;
      deps.vat_numbers = vat_numbers;
      await work();
      answer.resolve();
      return await call;
    } finally {
      deps.vat_numbers = vat_numbers;
      answer.resolve();
    }
  }

  async function swede() {
    const account = await world.freshAccount();
    await world.succeed('billing.update', { country: 'SE' }, account);
    return account;
  }

  const vat_number = 'SE556012579001';

  test('blocks nobody, in the account or elsewhere', async () => {
    const account = await swede();
    const changed = await whileChecking(
      () => world.succeed('billing.change_vat_number', { new_vat_number: vat_number }, account),
      async () => {
        await world.succeed('session.create', {}, { basic: account.basic });
        await world.succeed('billing.update', { country: 'SE', company: 'Glans AB' }, account);
        await world.succeed('billing.update', { country: 'FI' }, await world.freshAccount());
      },
    );
    expect(changed).toMatchObject({ vat_number, company: 'Glans AB' });
    // Updating the company and country does not check the number again, and keeps it because it fits the country.
    const updated = await world.succeed('billing.update', { country: 'SE', company: 'Glans AB' }, account);
    expect(updated).toMatchObject({ vat_number });
  });

  test('applies only to the country and number that were checked', async () => {
    const account = await swede();
    const { bearer } = account;
    const moved = await whileChecking(
      () => world.call('billing.change_vat_number', { new_vat_number: vat_number }, { bearer }),
      async () => void (await world.succeed('billing.update', { country: 'FI' }, account)),
    );
    expect(moved).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    expect(await world.succeed('billing.self', {}, account)).not.toHaveProperty('vat_number');

    // If two numbers are entered at once, the one whose check ends last is stored.
    await world.succeed('billing.update', { country: 'SE' }, account);
    const overtaken = await whileChecking(
      () => world.succeed('billing.change_vat_number', { new_vat_number: vat_number }, account),
      async () => {
        await world.succeed('billing.change_vat_number', { new_vat_number: 'SE556703748501' }, account);
        await world.succeed('billing.update', { country: 'SE', company: 'Glans AB' }, account);
      },
    );
    expect(overtaken).toMatchObject({ country: 'SE', vat_number, company: 'Glans AB' });
  });
});

describe('the operator command', () => {
  test('explains a wrong command and changes nothing', async () => {
    expect(await operator()).toMatchObject({ code: 2, output: expect.stringContaining('npm run operator') });
    expect(await spawnOperator(server, 'plan', '1', 'standard', '--yes')).toMatchObject({
      code: 1,
      output: 'Account 1 not found.\n',
    });
    expect(await operator('plan', 'x', 'standard')).toMatchObject({
      code: 1,
      output: 'ACCOUNT must be a numeric id.\n',
    });
    expect(await operator('paid', '1', '--yes')).toMatchObject({ code: 1, output: 'Bill 1 not found.\n' });
    expect(await operator('accounts', '--nonsense')).toMatchObject({ code: 1 });
  });

  test('lets an account pay by invoice, marks the bill as paid, and ends billing with the cycle', async () => {
    const account = await world.freshAccount();
    const mine = createWorld(server, account);
    await verifyEmail(mine, account);
    const id = String((await world.succeed('billing.self', {}, { bearer: account.bearer })).id);
    const address = ['--line1', 'Storgatan 1', '--postal-code', '111 22', '--city', 'Stockholm', '--country', 'SE'];
    const invoiced = await operator('invoice', id, ...address, '--reference', 'PO 4711', '--yes');
    expect(invoiced).toMatchObject({
      code: 0,
      output: expect.stringContaining('Mark them as paid when the money arrives'),
    });
    const { payment_methods } = await world.succeed('payment_method.list', {}, { bearer: account.bearer });
    expect(payment_methods).toMatchObject([{ type: 'INVOICE', state: 'ACTIVE', reference: 'PO 4711', primary: true }]);
    await addBillingDetails(mine, account);
    await world.succeed('billing.enable', {}, { bearer: account.bearer });
    await operator('plan', id, 'standard', '--agreed', '--yes');
    await server.advance('P62D');
    const open = await eventually(async () => (await bills(account)).find(({ state }) => state === 'OPEN'), 'a bill');
    expect((await operator('bills', id)).output).toContain(`${open.id}`);
    expect((await operator('accounts')).output).toContain(id);
    expect((await operator('close-cycle', id, '--yes')).output).toMatch(/is open until/);
    const paid = await operator('paid', String(open.id), '--reference', 'transfer 7', '--yes');
    expect(paid.output).toContain('USD 123.75, is marked as paid by invoice, reference transfer 7');
    expect((await bills(account)).find((bill) => bill.id === open.id)).toMatchObject({ state: 'PAID' });
    expect(await operator('paid', String(open.id), '--yes')).toMatchObject({
      code: 1,
      output: `Bill ${open.id} is PAID.\n`,
    });
    const { transactions } = await world.succeed(
      'transaction.list',
      { bill_id: open.id },
      await server.signIn(account),
    );
    expect(transactions).toMatchObject([
      { type: 'CHARGE', amount: '123.75', payment_method_id: payment_methods[0]!.id },
    ]);

    expect(await operator('cancel', id, '--yes')).toMatchObject({ code: 0 });
    expect(await operator('cancel', id, '--yes')).toMatchObject({ code: 1, output: 'Billing is already cancelled.\n' });
    expect(await billing(account)).toMatchObject({ state: 'ACTIVE' });
    await server.advance('P31D');
    await eventually(async () => (await billing(account)).state === 'INACTIVE', 'the end of billing');
    const { entries } = await world.succeed('audit.list', { limit: 100 }, await server.signIn(account));
    const byOperator = entries.filter(({ actor }) => actor === 'OPERATOR').map(({ action }) => action);
    expect(byOperator.toSorted()).toEqual([
      'bill.pay',
      'billing.change_plan',
      'billing.schedule_cancel',
      'payment_method.create',
    ]);
  });
});

test('a customer cancels billing, keeps it, cancels again, and it ends with the cycle', async () => {
  const account = await world.freshAccount();
  await enabled(world, account);
  const { email, password, basic } = account;
  let { bearer } = account;
  const { cycle_end } = await world.succeed('billing.self', {}, { bearer });
  const cancels_at = new Date(Date.parse(cycle_end) + 86_400_000).toISOString();
  expect(await world.succeed('billing.cancel', {}, { bearer })).toMatchObject({ state: 'ACTIVE', cancels_at });
  expect(await world.succeed('billing.cancel', {}, { bearer })).toMatchObject({ cancels_at });
  expect(await world.succeed('billing.keep', {}, { bearer })).not.toHaveProperty('cancels_at');
  await world.succeed('billing.keep', {}, { bearer });
  await world.succeed('billing.cancel', {}, { bearer });
  const subjects = await eventually(async () => {
    const mails = (await server.mailbox(email)).map(({ subject }) => subject);
    const about = mails.filter((subject) => /^Billing for/.test(subject));
    return about.length >= 3 && about;
  }, 'the emails');
  expect(subjects.filter((subject) => /continues$/.test(subject))).toHaveLength(1);
  expect(subjects.filter((subject) => / ends on /.test(subject))).toHaveLength(2);
  const { entries } = await world.succeed('audit.list', {}, { bearer });
  const actions = entries.map(({ action }) => action).filter((action) => /cancel|keep/.test(action));
  expect(actions).toEqual(['billing.cancel', 'billing.keep', 'billing.cancel']);

  expect((await server.call('session.create', {}, { basic })).status).toBe(200);
  await server.advance('P31D');
  await eventually(async () => {
    ({ access_token: bearer } = await world.succeed('password.authenticate', { email, password }));
    return (await world.succeed('billing.self', {}, { bearer })).state === 'INACTIVE';
  }, 'the end of billing');
  expect(await world.succeed('billing.self', {}, { bearer })).not.toHaveProperty('cancels_at');
  expect((await server.call('session.create', {}, { basic })).body).toMatchObject({ code: 'billing_inactive' });
  expect((await server.call('billing.cancel', {}, { bearer })).body).toMatchObject({ code: 'billing_inactive' });
});
