// SQLite only: services/billing-vat.test.ts runs the same queries on both databases.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createVies } from '../support/outside/vies.ts';
import { runOperator } from '../support/packages/script.ts';
import { enabled } from '../support/server/billing.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let vies: Awaited<ReturnType<typeof createVies>>;
let server: TestServer;
let world: World;
beforeAll(async () => {
  vies = await createVies();
  const environment = { VIES_URL: vies.url, SELLER_VAT_NUMBER: 'FI20774740', SELLER_COUNTRY: 'FI' };
  server = await createTestServer({ environment });
  world = createWorld(server, await server.account());
});
afterEach(() => {
  vies.failure = undefined;
});
afterAll(async () => {
  await server?.stop();
  await vies?.stop();
});

async function swede() {
  const account = await world.freshAccount();
  await world.succeed('billing.update', { country: 'SE' }, account);
  return account;
}
const enter = (new_vat_number: string, account: Account) =>
  world.call('billing.change_vat_number', { new_vat_number }, { bearer: account.bearer });

test('a number that VIES does not list is refused: the error names the field and what to do', async () => {
  const account = await swede();
  expect(await enter('SE556703748501', account)).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_vat_number',
      error:
        "VIES, the EU's VAT register, does not list this number for SE. Check it, or ask your tax office to add it to VIES",
      details: [{ path: 'new_vat_number', expected: 'a VAT number of the billing country', received: 'string' }],
    },
  });
  expect(await enter('5567037485019', account)).toMatchObject({
    status: 400,
    body: { code: 'invalid_vat_number', error: 'The VAT number is not valid in SE' },
  });
  expect(await world.succeed('billing.self', {}, account)).not.toHaveProperty('vat_number');
});

test('a number that VIES lists is ONLINE, and its consultation number is in no response', async () => {
  vies.listed.add('SE556012579001');
  const account = await swede();
  const { status, body } = await enter('5560125790-01', account);
  expect(status).toBe(200);
  expect(body).toMatchObject({ vat_number: 'SE556012579001', vat_number_check: 'ONLINE', vat_rate: '0.00' });
  expect(vies.asked.at(-1)).toMatchObject({ requesterMemberStateCode: 'FI', requesterNumber: '20774740' });
  expect(JSON.stringify(body)).not.toContain('WAPI');
});

test('while VIES is down a number is PENDING; the worker confirms it later', async () => {
  vies.listed.add('SE556012579001');
  vies.failure = 'MS_UNAVAILABLE';
  const account = await swede();
  expect((await enter('SE556012579001', account)).body).toMatchObject({ vat_number_check: 'PENDING' });
  vies.failure = undefined;
  await server.advance('PT61M');
  const { email, password } = account;
  const { access_token: bearer } = await world.succeed('password.authenticate', { email, password });
  await eventually(
    async () => (await world.succeed('billing.self', {}, { bearer })).vat_number_check === 'ONLINE',
    'an answer of VIES',
  );
});

test('after billing was enabled, country and number count from the next cycle, and the operator sees what contradicts', async () => {
  const account = await world.freshAccount();
  await enabled(createWorld(server, account), account);
  const { cycle_end, id } = await world.succeed('billing.self', {}, account);
  const german = await world.succeed('billing.update', { country: 'DE' }, account);
  expect(german).toMatchObject({
    vat_rate: '0.25',
    vat_country: 'SE',
    // The provider's test card is from the United States.
    card_country: 'US',
    next_vat: { vat_rate: '0.19', vat_country: 'DE' },
  });
  expect(Date.parse(german.next_vat!.from) - Date.parse(cycle_end)).toBe(86_400_000);
  expect(await world.succeed('billing.preview', {}, account)).toMatchObject({ vat_rate: '0.25', vat_country: 'SE' });
  const { output, code } = await runOperator(server, 'vat-doubts');
  expect(code).toBe(0);
  expect(output).toContain(`${id}  address DE  card US  charged VAT of DE (19%)`);
});
