/** bill.* over HTTP. The amounts of bills are tested in tests/services. */
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOperator } from '../support/packages/script.ts';
import { billedAccount, enabled, paidBill } from '../support/server/billing.ts';
import { teammate } from '../support/server/team.ts';
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

/** The clock moves by months here, but access tokens live only minutes. */
async function signIn({ email, password }: Account): Promise<{ bearer: string }> {
  return { bearer: (await world.succeed('password.authenticate', { email, password })).access_token };
}

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
    { company: 'Łódź Größe ΑΒΓ Жук AB', country: 'DE' },
    { bearer: account.bearer },
  );
  await world.succeed('billing.change_vat_number', { new_vat_number: 'DE136695976' }, { bearer: account.bearer });
  await runOperator(server, 'plan', String(id), '--unit-price', '0.05', '--fee', '49.00', '--agreed', '--yes');
  await server.advance('P62D');
  const bill = await eventually(
    async () =>
      (await world.succeed('bill.list', {}, await signIn(account))).bills.find(({ state }) => state === 'PAID'),
    'a bill',
  );
  expect(bill).toMatchObject({ vat_rate: '0.00', vat: '0.00', vat_number: 'DE136695976', total: '49.00' });
  const { pdf, file_name } = await world.succeed('bill.pdf', { id: bill.id }, await signIn(account));
  expect(file_name).toBe(`sigill-bill-${bill.cycle_end}.pdf`);
  const bytes = Buffer.from(pdf, 'base64');
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  for (const part of [
    'Sigill AB',
    'Kungsgatan 1',
    `Bill ${bill.id}`,
    'Łódź Größe ΑΒΓ Жук AB',
    'Alma Vinter',
    '111 22 Stockholm',
    'Germany',
    'VAT number DE136695976',
    'Service fee',
    'Total',
    '49.00',
    'Paid.',
    'Reverse charge',
  ])
    expect(text).toContain(part);
  // Tagged, with a language, a displayed title and embedded fonts (ISO 14289-1).
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
