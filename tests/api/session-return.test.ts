/** The list of allowed redirect URLs applies both to the account's backend and to people who change a link. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

async function allowing(...return_addresses: string[]): Promise<Account> {
  const account = await server.account();
  await world.succeed('merchant.update', { return_addresses }, { bearer: account.bearer });
  return account;
}

const create = ({ basic }: Account, redirect_url: string) => server.call('session.create', { redirect_url }, { basic });

async function wayBack(address: string): Promise<string | null> {
  const { pathname, search } = new URL(address);
  const response = await fetch(`${server.base}${pathname}${search}`, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) return new URL(address).searchParams.get('redirect_url');
  expect(response.status).toBe(302);
  const moved = new URL(location, address);
  expect(moved.searchParams.get('token')).toBe(new URL(address).searchParams.get('token'));
  return moved.searchParams.get('redirect_url');
}

test('any redirect_url is accepted until the account lists some', async () => {
  const account = await server.account();
  const address = 'https://anything.example/done?order=7&step=2#end';
  const { status, body } = await create(account, address);
  expect(status).toBe(200);
  expect(new URL(body.open_url).searchParams.get('redirect_url')).toBe(address);
  expect(await wayBack(body.open_url)).toBe(address);
  expect(await wayBack(`${body.open_url}&x=1`.replace('anything', 'other'))).toContain('https://other.example');
});

test.each([
  ['https://shop.example/done', true],
  ['http://SHOP.example/', true],
  ['https://shop.example:443/done', true],
  ['https://shop.example:8443/done', false],
  ['https://pay.shop.example/done', false],
  ['https://shop.example.evil.example/', false],
  ['https://evil.example/?shop.example', false],
  ['https://evil.example#@shop.example', false],
  ['https://shop.example@evil.example/', false],
  ['https:\\\\evil.example\\shop.example', false],
  ['https://staging.example:8080/', true],
  ['https://staging.example/', false],
  ['https://xn--bcher-kva.example/', true],
  ['com.example.shop://done', true],
  ['com.example.shop.evil://done', false],
  ['javascript:alert(1)', false],
])('with a list of allowed URLs, a session that returns to %s is allowed: %s', async (redirect_url, allowed) => {
  const account = await allowing('Shop.example', 'staging.example:8080', 'bücher.example', 'com.example.shop:');
  const made = await create(account, redirect_url);
  if (allowed) expect(made.status).toBe(200);
  else expect(made).toMatchObject({ status: 400, body: { details: [{ path: 'redirect_url' }] } });
  const { open_url } = await world.succeed('session.create', {}, { basic: account.basic });
  // Anyone with the link can append a URL that the backend may not use.
  for (const page of [open_url, open_url.replace('/open?', '/de/open?')]) {
    const appended = `${page}&redirect_url=${encodeURIComponent(redirect_url)}`;
    expect(await wayBack(appended)).toBe(allowed ? redirect_url : null);
  }
});

test('later changes of the allowed redirect URLs apply to existing sessions, since the page looks them up', async () => {
  const account = await allowing('shop.example');
  const { open_url } = (await create(account, 'https://shop.example/')).body;
  await world.succeed('merchant.update', { return_addresses: ['other.example'] }, { bearer: account.bearer });
  expect(await wayBack(open_url)).toBe(null);
  // With several redirect URLs, the page uses the first.
  const both = open_url.replace('&redirect_url=', '&redirect_url=https%3A%2F%2Fother.example&redirect_url=');
  expect(await wayBack(both)).toBe('https://other.example');
  expect(await wayBack(`${open_url}&redirect_url=https%3A%2F%2Fother.example`)).toBe(null);
  await world.succeed('merchant.update', { return_addresses: [] }, { bearer: account.bearer });
  expect(await wayBack(open_url)).toBe('https://shop.example/');
});

test('the list of allowed redirect URLs is stored as compared, refused if invalid, and its change is logged', async () => {
  const { bearer } = await server.account();
  const { return_addresses } = await world.succeed(
    'merchant.update',
    { return_addresses: ['SHOP.example', 'shop.example:443', 'App:', 'bücher.example'] },
    { bearer },
  );
  expect(return_addresses).toEqual(['shop.example', 'app:', 'xn--bcher-kva.example']);
  for (const wrong of [
    'javascript:',
    'https://shop.example',
    'shop.example/done',
    'a@b.example',
    'a b',
    'x:99999',
    '',
    ':',
  ]) {
    const answer = await server.call('merchant.update', { return_addresses: ['ok.example', wrong] }, { bearer });
    expect({ wrong, ...answer }).toMatchObject({
      wrong,
      status: 400,
      body: { details: [{ path: 'return_addresses.1' }] },
    });
  }
  expect((await world.succeed('merchant.self', {}, { bearer })).return_addresses).toEqual(return_addresses);
  const { entries } = await world.succeed('audit.list', {}, { bearer });
  expect(entries.filter(({ action }) => action === 'merchant.update')).toHaveLength(1);
});
