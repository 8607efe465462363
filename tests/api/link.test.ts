import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer({ environment: { TRUSTED_PROXIES: '1' } });
  world = createWorld(server, await server.account());
});
afterAll(() => server.stop());

let people = 0;
const from = (person: number) => ({ 'X-Forwarded-For': `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}` });
const start = (code: string, person = ++people) => server.call('link.start', { code }, {}, from(person));

const DEVICE = { platform: 'CLI', app_version: '1.0.0' } as const;

interface Started {
  open_url: string;
}

const tokenOf = (open_url: string) => new URL(open_url).searchParams.get('token')!;

async function link(options: Record<string, unknown> = {}, account = world.account) {
  return world.succeed('link.create', { name: 'Reception', ...options }, { basic: account.basic });
}
const get = (id: number, account = world.account) => world.succeed('link.get', { id }, { basic: account.basic });

describe('link.start', () => {
  test('starts a session with the options of the link, which counts what becomes of it', async () => {
    const { id, code, url } = await link({
      title: 'Check in',
      brand_color: '#1D4F91',
      session_options: {
        reference: 'fair',
        passport_only: true,
        locale: 'es',
        redirect_url: 'https://shop.example/done',
      },
    });
    expect(url).toBe(`${server.base}/v/${code}`);
    expect((await server.call('link.open', { code })).body).toMatchObject({
      active: true,
      title: 'Check in',
      brand_color: '#1d4f91',
      locale: 'es',
      passport_only: true,
    });
    const { open_url } = (await start(code)).body as { open_url: string };
    expect(open_url).toContain('redirect_url=https%3A%2F%2Fshop.example%2Fdone');
    expect(await get(id)).toMatchObject({ state: 'ACTIVE', started: 1, open: 1, approved: 0 });
    await world.read('genuine', tokenOf(open_url));
    const [session] = (await world.succeed('session.list', { link_id: id }, { basic: world.account.basic })).sessions;
    expect(session).toMatchObject({
      state: 'APPROVED',
      reference: 'fair',
      locale: 'es',
      passport_only: true,
      link_id: id,
    });
    expect(await get(id)).toMatchObject({ started: 1, open: 0, approved: 1, rejected: 0 });
  });

  test('starts as many sessions as the limit allows, also when fifty people press at once', async () => {
    const { id, code } = await link({ limit: 7 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 429, body: { code: 'link_busy' } });
    expect(await get(id)).toMatchObject({ started: 7, open: 7 });
    // Nobody was verified yet, so an abandoned session makes room.
    const { open_url } = answers.find(({ status }) => status === 200)!.body as { open_url: string };
    await world.succeed('reader.abort', { token: tokenOf(open_url) });
    expect(await start(code)).toMatchObject({ status: 200 });
    expect(await start(code)).toMatchObject({ status: 429 });
  });

  test('ends with the limit, by date and by hand', async () => {
    const limited = await link({ limit: 1 });
    const { open_url } = (await start(limited.code)).body as { open_url: string };
    await world.read('genuine', tokenOf(open_url));
    expect(await get(limited.id)).toMatchObject({ state: 'LIMIT_REACHED' });
    const dated = await link({ expires: new Date(Date.now() + 2000).toISOString() });
    const ended = await link();
    await world.succeed('link.update', { id: ended.id, ended: true }, { basic: world.account.basic });
    await eventually(async () => (await get(dated.id)).state === 'EXPIRED', 'the link to expire');
    for (const { code } of [limited, dated, ended]) {
      expect(await start(code)).toMatchObject({ status: 409, body: { code: 'link_ended' } });
      expect((await server.call('link.open', { code })).body).toMatchObject({ active: false });
    }
    await world.succeed('link.update', { id: ended.id, ended: false }, { basic: world.account.basic });
    expect(await start(ended.code)).toMatchObject({ status: 200 });
  });

  test('leaves credit to the backend when strangers flood the links of an account', async () => {
    const account = await server.account();
    const own = createWorld(server, account);
    const links = await Promise.all(Array.from({ length: 3 }, () => link({}, account)));
    await server.ctx.db
      .updateTable('billing_accounts')
      .set({ credit: 2_000_000 })
      .where('merchant_id', '=', (eb) => eb.selectFrom('users').select('merchant_id').where('id', '=', account.key_id))
      .execute();
    const answers: Awaited<ReturnType<typeof start>>[] = [];
    for (const { code } of links) answers.push(...(await Promise.all(Array.from({ length: 8 }, () => start(code)))));
    const started = answers.filter(({ status }) => status === 200).length;
    // The credit is enough for 20 sessions, and links may use half of it.
    expect(started).toBe(10);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'link_unavailable' } });
    await own.session();
    const mails = (await server.mailbox(account.email)).filter(({ subject }) => subject.includes('Reception'));
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('free credit is used up');
  });

  test('lets one network start 30 sessions an hour', async () => {
    const { code } = await link({ session_options: { specimen: true } });
    const statuses: number[] = [];
    for (let count = 0; count < 32; count++) {
      const { status, body } = await start(code, 9_000_000);
      statuses.push(status);
      if (status === 200) await world.succeed('reader.abort', { token: tokenOf((body as Started).open_url) });
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
    expect(await start(code)).toMatchObject({ status: 200 });
  });

  test('keeps at most 50 sessions open, and gives up one that nobody started for ten minutes', async () => {
    const { id, code } = await link({ session_options: { specimen: true } });
    for (let count = 0; count < 50; count++) expect(await start(code)).toMatchObject({ status: 200 });
    expect(await start(code)).toMatchObject({ status: 429, body: { code: 'link_busy' } });
    await server.ctx.db
      .updateTable('sessions')
      .set({ created: new Date(Date.now() - 601_000).toISOString() })
      .where('link_id', '=', id)
      .execute();
    expect(await start(code)).toMatchObject({ status: 200 });
    expect(await get(id)).toMatchObject({ started: 51, open: 50 });
  });

  test('says the same about an unknown code and a deleted link', async () => {
    const { id, code } = await link();
    await world.succeed('link.delete', { id }, { basic: world.account.basic });
    for (const known of [code, 'aaaaaaaaaaaaaa'])
      for (const call of ['link.open', 'link.start'] as const)
        expect(await server.call(call, { code: known })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('a link that strangers occupy', () => {
  const call = (code: string, address: string) =>
    server.call('link.start', { code }, {}, { 'X-Forwarded-For': address });
  /** Starts a session, and a device without a document. */
  async function occupy(code: string, address: string): Promise<number> {
    const { status, body } = await call(code, address);
    if (status === 200) await world.succeed('reader.start', { token: tokenOf((body as Started).open_url), ...DEVICE });
    return status;
  }

  test('stays open for others when two networks start all they can', async () => {
    const { id, code } = await link({ session_options: { specimen: true } });
    for (const address of ['203.0.113.1', '2001:db8:1:1::1'])
      for (let count = 0; count < 29; count++) await occupy(code, address);
    expect(await get(id)).toMatchObject({ open: 10 });
    expect(await call(code, '203.0.113.2')).toMatchObject({ status: 200 });
  });

  test('stays open for others when a whole IPv6 /48 starts sessions', async () => {
    const { id, code } = await link({ session_options: { specimen: true } });
    for (let network = 0; network < 60; network++) await occupy(code, `2001:db8:2:${network.toString(16)}::1`);
    expect(await get(id)).toMatchObject({ open: 25 });
    expect(await call(code, '2001:db8:3::1')).toMatchObject({ status: 200 });
  });

  test('is not used up by one address, even if its limit is ten', async () => {
    const { code } = await link({ limit: 10, session_options: { specimen: true } });
    const statuses = [];
    for (let count = 0; count < 10; count++) statuses.push(await occupy(code, '203.0.113.3'));
    expect(statuses).toEqual([200, ...Array(9).fill(429)]);
    expect(await call(code, '203.0.113.4')).toMatchObject({ status: 200 });
  });

  test('lets five people of an office verify at a time, and the next one when one of them has finished', async () => {
    const { code } = await link({ session_options: { specimen: true } });
    const office = '203.0.113.5';
    const people = await Promise.all(Array.from({ length: 5 }, () => call(code, office)));
    expect(people.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await call(code, office)).toMatchObject({
      status: 429,
      body: {
        code: 'link_busy',
        error: 'Others in your network are using this link at the moment. Try again in 180 seconds',
      },
    });
    await world.read('genuine', tokenOf((people[0]!.body as Started).open_url));
    expect(await call(code, office)).toMatchObject({ status: 200 });
  });

  test('gives a place back that its device has not used for three minutes, but not that of a person who showed a document', async () => {
    const own = await createTestServer({ environment: { TRUSTED_PROXIES: '1' } });
    try {
      const account = await own.account();
      const { basic } = account;
      const at = createWorld(own, account);
      const { code, id } = await at.succeed('link.create', { name: 'Door', limit: 1 }, { basic });
      const start = () => own.call('link.start', { code }, {}, from(++people));
      const token = tokenOf(((await start()).body as Started).open_url);
      await at.succeed('reader.start', { token, ...DEVICE });
      await own.advance('PT2M50S');
      expect(await start()).toMatchObject({ status: 429, body: { code: 'link_busy' } });
      expect(await start()).toMatchObject({ status: 429 });
      await own.advance('PT11S');
      const next = await start();
      expect(next).toMatchObject({ status: 200 });
      expect((await own.call('reader.state', { token })).body).toMatchObject({ state: 'FAILED' });

      const submitted = tokenOf((next.body as Started).open_url);
      await at.succeed('reader.start', { token: submitted, ...DEVICE });
      const rows = own.ctx.db.updateTable('sessions').where('link_id', '=', id).where('state', '=', 'INITIATED');
      await rows.set({ state: 'COMPLETED' }).execute();
      await own.advance('PT30M');
      expect(await start()).toMatchObject({ status: 429 });

      const mails = (await own.mailbox(account.email)).filter(({ subject }) => subject.includes('Door'));
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatchObject({ subject: 'Your link “Door” is busy' });
      expect(mails[0]!.text).toContain('One person at a time can use the link');
      expect(mails[0]!.text).toContain(`/link/${id}`);
    } finally {
      await own.stop();
    }
  });

  test('tells its owners only when others than the network that occupies it are sent away, and forgets that network', async () => {
    const account = await server.account();
    const { id, code } = await link({ name: 'Gate', limit: 1, session_options: { specimen: true } }, account);
    const told = async () => (await server.mailbox(account.email)).filter(({ subject }) => subject.includes('Gate'));
    const { open_url } = (await call(code, '203.0.113.6')).body as Started;
    expect(await call(code, '203.0.113.6')).toMatchObject({ status: 429 });
    expect(await told()).toEqual([]);
    expect(await call(code, '203.0.113.7')).toMatchObject({ status: 429 });
    await eventually(async () => (await told()).length === 1, 'the email');
    const networks = async () =>
      (await server.ctx.db.selectFrom('sessions').select('link_network').where('link_id', '=', id).execute()).map(
        ({ link_network }) => link_network,
      );
    expect(await networks()).toEqual([expect.stringMatching(/^\/[0-9a-f]{16}$/)]);
    await world.succeed('reader.abort', { token: tokenOf(open_url) });
    expect(await networks()).toEqual([null]);
  });
});

test('link.list returns the links of the account only, newest first, page by page, with what became of their sessions', async () => {
  const account = await world.freshAccount();
  const other = await link({ name: 'Of another account' });
  const links = [];
  for (const name of ['Reception', 'Fair', 'Website']) links.push(await link({ name }, account));
  const { open_url } = (await start(links[1]!.code)).body as { open_url: string };
  await world.read('genuine', tokenOf(open_url));
  const list = (page: { limit?: number; cursor?: string }) =>
    world.succeed('link.list', page, { basic: account.basic });
  const first = await list({ limit: 2 });
  expect(first.links).toMatchObject([
    { name: 'Website', started: 0 },
    { name: 'Fair', started: 1, approved: 1 },
  ]);
  const second = await list({ limit: 2, cursor: first.next_cursor! });
  expect(second).toMatchObject({ links: [{ id: links[0]!.id, name: 'Reception' }] });
  expect(second.next_cursor).toBeUndefined();
  expect([...first.links, ...second.links].map(({ id }) => id)).not.toContain(other.id);
});

describe('link.create', () => {
  test('refuses what its sessions could not have', async () => {
    const refused = (body: Record<string, unknown>) =>
      server.call('link.create', { name: 'x', ...body } as never, { basic: world.account.basic });
    expect((await refused({ session_options: { send_to: 'a@b.example' } })).body).toMatchObject({
      code: 'invalid_value',
      details: [{ path: 'session_options.send_to' }],
    });
    expect((await refused({ expires: '2020-01-01T00:00:00Z' })).body).toMatchObject({ details: [{ path: 'expires' }] });
    expect((await refused({ limit: 0 })).body).toMatchObject({ details: [{ path: 'limit' }] });
    expect((await refused({ session_options: { callback_url: 'https://192.168.0.1/x' } })).body).toMatchObject({
      code: 'callback_url_not_allowed',
    });
  });
});

describe('send_to', () => {
  const linkIn = (text: string) => /https?:\/\/\S+\/open\?\S+/.exec(text)![0];

  test("emails the link in the session's language, and keeps only when it was sent", async () => {
    const { basic } = world.account;
    const { id } = await world.session({ send_to: 'Alma@example.com', locale: 'sv', passport_only: true });
    const [mail] = await server.mailbox('Alma@example.com');
    expect(mail!.subject).toContain('ber dig verifiera din identitet');
    expect(mail!.text).toContain('Ett pass med chipsymbolen');
    expect(mail!.text).not.toContain('Ansikte');
    const token = tokenOf(linkIn(mail!.text));
    expect((await server.call('reader.open', { token })).body).toMatchObject({ state: 'CREATED' });
    const session = await world.succeed('session.get', { id }, { basic });
    expect(session).toMatchObject({ link_sent: expect.any(String) });
    const row = await server.ctx.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row).toLowerCase()).not.toContain('alma@');

    await world.succeed('session.renew_link', { id, send_to: 'alma@example.com' }, { basic });
    const [newer] = (await server.mailbox('alma@example.com')).toSorted((a, b) => b.created.localeCompare(a.created));
    expect(tokenOf(linkIn(newer!.text))).not.toBe(token);
    expect(await server.call('reader.open', { token })).toMatchObject({ status: 404 });
  });

  test('is limited to 5 emails a day to one address, and creates no session beyond that', async () => {
    const { basic } = world.account;
    const send = () => server.call('session.create', { send_to: 'bo@example.com', reference: 'often' }, { basic });
    for (let count = 0; count < 5; count++) expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const { sessions } = await world.succeed('session.list', { reference: 'often' }, { basic });
    expect(sessions).toHaveLength(5);
  });

  test('needs a verified address, also for a specimen session', async () => {
    const { bearer } = await server.signUp();
    const body = { specimen: true, send_to: 'cy@example.com' };
    expect(await server.call('session.create', body, { bearer })).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified' },
    });
    expect(await server.mailbox('cy@example.com')).toEqual([]);
  });
});
