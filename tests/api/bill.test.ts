/** The amounts of bills are tested in tests/services. */
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOperator } from '../support/packages/script.ts';
import { approve, billedAccount, CARDS, enabled, paidBill, setBilling } from '../support/server/billing.ts';
import { teammate } from '../support/server/team.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer({
    environment: {
      SELLER_NAME: 'Sigill AB',
      SELLER_ADDRESS: 'Kungsgatan 1 | 111 43 Stockholm',
      SELLER_COUNTRY: 'SE',
      SELLER_VAT_NUMBER: 'SE556677889901',
      SELLER_BANK_ACCOUNT: 'SE35 5000 0000 0549 1000 0003|ESSESESS|SEB',
    },
  });
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

test('a bill in the list equals the bill fetched alone', async () => {
  const { caller, bill_id: id } = await billedAccount(world);
  const bill = await world.succeed('bill.get', { id }, caller);
  expect(bill).toMatchObject({ id, state: 'PAID', total: '123.75' });
  expect(await world.succeed('bill.list', {}, caller)).toEqual({ bills: [bill] });
});

test('a bill as PDF is tagged, has a file name and says what the bill says', async () => {
  const account = await world.freshAccount();
  const mine = createWorld(server, account);
  await enabled(mine, account);
  const { id } = await world.succeed('billing.self', {}, account);
  await world.succeed(
    'billing.update',
    {
      ...{ company: 'Łódź Größe ΑΒΓ Жук AB', country: 'DE', purchase_order: 'PO 4711' },
      ...{ address_line_1: 'Friedrichstraße 12', address_postal_code: '10117', address_city: 'Berlin' },
    },
    { bearer: account.bearer },
  );
  await world.succeed('billing.change_vat_number', { new_vat_number: 'DE136695976' }, { bearer: account.bearer });
  await runOperator(server, 'plan', String(id), '--unit-price', '0.05', '--fee', '49.00', '--agreed', '--yes');
  await server.advance('P62D');
  const bill = await eventually(
    async () =>
      (await world.succeed('bill.list', {}, await server.signIn(account))).bills.find(({ state }) => state === 'PAID'),
    'a bill',
  );
  expect(bill).toMatchObject({ vat_rate: '0.00', vat: '0.00', vat_number: 'DE136695976', total: '49.00' });
  const { pdf, file_name } = await world.succeed('bill.pdf', { id: bill.id }, await server.signIn(account));
  expect(file_name).toBe(`sigill-${bill.number!.toLowerCase()}.pdf`);
  const bytes = Buffer.from(pdf, 'base64');
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  for (const part of [
    'Sigill AB',
    'Kungsgatan 1',
    'Sweden',
    'VAT number SE556677889901',
    `Invoice ${bill.number}`,
    'Łódź Größe ΑΒΓ Жук AB',
    'Friedrichstraße 12',
    '10117 Berlin',
    'Germany',
    'PO 4711',
    'VAT number DE136695976',
    'Service fee',
    'Total',
    '49.00',
    'Paid',
    'Reverse charge',
  ])
    expect(text).toContain(part);
  // An accessible PDF is tagged and has a language, a displayed title and embedded fonts (ISO 14289-1).
  const raw = bytes.toString('latin1');
  for (const mark of [
    '/MarkInfo',
    '/Marked true',
    '/StructTreeRoot',
    '/Lang (en)',
    '/DisplayDocTitle true',
    '/FontFile',
  ])
    expect(raw).toContain(mark);
  for (const tag of ['Document', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'P']) expect(raw).toContain(`/S /${tag}\n`);
  expect(raw).toContain('/Scope /Column');
  expect(raw).toContain('pdfuaid:part');
});

test('the link in the email opens for owners and billing users; developers and support get no email', async () => {
  const account = await world.freshAccount();
  const team = new Map([[account.email, account.bearer]]);
  const others: { email: string; bearer: string }[] = [];
  for (const role of ['owner', 'billing', 'developer', 'support'] as const) {
    const { email, bearer } = await teammate(world, account, role);
    if (role === 'owner' || role === 'billing') team.set(email, bearer);
    else others.push({ email, bearer });
  }
  const id = await paidBill(world, account);
  for (const [email, bearer] of team) {
    const mail = (await server.mailbox(email)).find(({ text }) => text.includes('/bill/'))!;
    const linked = Number(/\/bill\/(\d+)/.exec(mail.text)![1]);
    expect(linked).toBe(id);
    expect(await world.succeed('bill.get', { id: linked }, { bearer })).toMatchObject({ id });
  }
  for (const { email, bearer } of others) {
    expect((await server.mailbox(email)).filter(({ text }) => text.includes('/bill'))).toEqual([]);
    expect((await server.call('bill.get', { id }, { bearer })).status).toBe(403);
  }
});

test('bill.pay says that the bank declined, leaves the bill open, and waits before the same card is tried again', async () => {
  const account = await world.freshAccount();
  const mine = createWorld(server, account);
  await enabled(mine, account, CARDS.poor);
  const { id } = await world.succeed('billing.self', {}, account);
  await runOperator(server, 'plan', String(id), 'standard', '--agreed', '--yes');
  await server.advance('P62D');
  const unpaid = async () =>
    (await world.succeed('bill.list', {}, await server.signIn(account))).bills.find((bill) => bill.payment_failure);
  const bill = await eventually(unpaid, 'a declined charge');
  expect(bill).toMatchObject({ state: 'OPEN' });
  await server.advance('PT11M');
  const pay = async () => world.call('bill.pay', { id: bill.id }, await server.signIn(account));
  expect(await pay()).toMatchObject({ status: 403, body: { code: 'payment_declined' } });
  expect(await pay()).toMatchObject({ status: 429 });
  expect(await unpaid()).toMatchObject({ id: bill.id, state: 'OPEN' });
  const { entries } = await world.succeed('audit.list', { limit: 100 }, await server.signIn(account));
  expect(entries.filter(({ action }) => action === 'bill.pay')).toEqual([]);
});

test('the sessions of a bill, and all bills, as files', async () => {
  const account = await world.freshAccount();
  const mine = createWorld(server, account);
  await enabled(mine, account);
  const { bearer } = account;
  const { id: merchant_id } = await world.succeed('billing.self', {}, { bearer });
  await setBilling(server, merchant_id, { credit: 150_000 });
  const made = [];
  for (const reference of ['order-1', '=SUM(A1)', undefined])
    made.push(await mine.ended('genuine', reference === undefined ? {} : { reference }));
  await approve(server, merchant_id, 40);
  await server.advance('P31D');
  const signedIn = await eventually(async () => {
    const fresh = await server.signIn(account);
    return (await world.succeed('bill.list', {}, fresh)).bills[0]?.state === 'PAID' && fresh;
  }, 'the bill');
  const [bill] = (await world.succeed('bill.list', {}, signedIn)).bills;
  const file = async (call: string, body: object, { bearer }: { bearer: string } = signedIn) => {
    const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${server.base}/api/v1/${call}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, name: answer.headers.get('content-disposition'), text: await answer.text() };
  };

  const { name, text } = await file('bill.usage', { id: bill!.id, format: 'csv' });
  expect(name).toMatch(/^attachment; filename="sessions-\d{4}-\d\d-\d\d\.csv"$/);
  const [heading, ...lines] = text.trim().split('\r\n');
  expect(heading).toBe('approved,session_id,reference,unit_price,credit');
  expect(lines).toHaveLength(43);
  const times = lines.map((line) => line.split(',')[0]!);
  expect(times.toSorted()).toEqual(times);
  const [first, second, third] = made.map(({ id }) => lines.find((line) => line.includes(`,${id},`))!);
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,\d+,order-1,0\.10,0\.10$/);
  expect(second).toMatch(/,'=SUM\(A1\),0\.10,0\.05$/);
  expect(third).toMatch(/,\d+,,0\.10,0\.00$/);
  const { sessions } = JSON.parse((await file('bill.usage', { id: bill!.id, format: 'json' })).text);
  expect(sessions).toHaveLength(43);
  const sum = (of: 'unit_price' | 'credit') =>
    sessions.reduce(
      (cents: number, session: Record<string, string>) => cents + Math.round(Number(session[of]) * 100),
      0,
    );
  expect((sum('unit_price') - sum('credit')) / 100).toBe(Number(bill!.subtotal));

  const all = await file('bill.export', { format: 'csv' });
  expect(all.text).toContain(`,${bill!.id},`);
  expect(all.text.trim().split('\r\n')).toHaveLength(2);
  expect(JSON.parse((await file('bill.export', { format: 'json' })).text)).toEqual({ bills: [bill] });
  const { entries } = await world.succeed('audit.list', { limit: 20 }, signedIn);
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['bill.usage', 'bill.export']));

  const stranger = await world.freshAccount();
  expect((await file('bill.usage', { id: bill!.id, format: 'csv' }, stranger)).status).toBe(404);
  expect((await file('bill.export', { format: 'csv' }, stranger)).text.trim().split('\r\n')).toHaveLength(1);
});
