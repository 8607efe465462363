/** Local mode simulates email, sign-in and cards: it is available to this machine, and not to other sites in its browser. */
// SQLite only: the stand-ins have their own databases.
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

interface Sent {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** `fetch` would not let us set a browser's headers. */
function send(url: string, headers: Record<string, string> = {}, body?: string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.once('error', reject).end(body);
  });
}

const answers = (host: string, port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port: Number(port) }, () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const others = [
  ...Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address),
  // On Linux all of 127.0.0.0/8 is local, and only 127.0.0.1 is named localhost.
  ...(process.platform === 'linux' ? ['127.0.0.2'] : []),
];
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

describe('the address local mode listens on', () => {
  let service: ServerProcess;
  afterEach(() => service?.remove());
  const started = async (environment: Record<string, string> = {}) => {
    service = await createServerProcess(environment);
    await service.start();
    return new URL(service.base).port;
  };

  test('is this machine, under both of its addresses', async () => {
    const port = await started();
    expect(await answers('127.0.0.1', port)).toBe(true);
    expect(await answers('::1', port)).toBe(hasIpv6);
    for (const address of others) expect([address, await answers(address, port)]).toEqual([address, false]);
    expect(service.stdout).toMatch(
      /^Sigill is running at http:\/\/localhost:\d+ in local mode, for this machine only;/,
    );
    expect(service.stderr).toBe('');
  });

  test('is the one that HOST sets, with a warning', async () => {
    const port = await started({ HOST: '0.0.0.0' });
    for (const address of ['127.0.0.1', ...others])
      expect([address, await answers(address, port)]).toEqual([address, true]);
    await expect
      .poll(() => service.stderr)
      .toMatch(/^Warning: HOST exposes local mode to other machines\. .*0\.0\.0\.0/);
    for (const address of others)
      expect((await send(`http://${address}:${port}/_local/`, { Host: `${address}:${port}` })).status).toBe(200);
    expect((await send(`http://localhost:${port}/_local/`, { Host: 'rebound.example' })).status).toBe(403);
  });
});

describe('a start that would expose local mode by mistake', () => {
  let service: ServerProcess;
  afterEach(() => service?.remove());
  test.each([
    ['NODE_ENV', 'Production', /^NODE_ENV must be one of production, development, test, not "Production"\.$/m],
    [
      'PUBLIC_URL',
      'https://id.example.com',
      /^PUBLIC_URL is https:\/\/id\.example\.com, but local mode must not be public, .*NODE_ENV=production/m,
    ],
    ['HOST', '0.0.0.0:80', /^HOST must be an address or name of this machine, .*not "0\.0\.0\.0:80"\.$/m],
    [
      'HOST',
      '203.0.113.9',
      /^HOST must be an address or name of this machine, not "203\.0\.113\.9" \(EADDRNOTAVAIL\)\.$/m,
    ],
  ])('is refused: %s=%s', async (name, value, sentence) => {
    service = await createServerProcess({ [name]: value });
    await expect(service.start()).rejects.toThrow('The server ended with 1 before it was ready');
    expect(service.stderr).toMatch(sentence);
    expect(service.stderr).not.toMatch(/^\s+at /m);
  });
});

describe('a page of another site, in local mode,', () => {
  let server: TestServer;
  let host: string;
  beforeAll(async () => {
    server = await createTestServer();
    host = new URL(server.base).host;
  });
  afterAll(() => server?.stop());

  const at = (path: string, headers: Record<string, string>, body?: string) =>
    send(`${server.base}${path}`, { Host: host, ...headers }, body);
  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const VISIT = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

  test.each(['rebound.example', 'localhost.rebound.example', '203.0.113.9:3000'])(
    'reads nothing under its own name: %s',
    async (name) => {
      const { status, text } = await at('/_local/mailbox.json', { Host: name, 'Sec-Fetch-Site': 'same-origin' });
      expect([status, JSON.parse(text)]).toMatchObject([403, { error: expect.stringContaining(server.base) }]);
    },
  );

  test.each(['localhost', '127.0.0.1:5173', '[::1]:3000', 'app.localhost:80'])(
    'does not affect the names of this machine: %s',
    async (name) => {
      expect((await at('/_local/mailbox.json', { Host: name })).status).toBe(200);
    },
  );

  const refused: [string, string, Record<string, string>, string?][] = [
    ['a form', '/_local/clock', { ...FORM, ...VISIT, 'Sec-Fetch-Site': 'cross-site' }, 'advance=P30D'],
    ['a form on another port', '/_local/clock', { ...FORM, ...VISIT, 'Sec-Fetch-Site': 'same-site' }, 'advance=P30D'],
    ['a form in an old browser', '/_local/clock', { ...FORM, Origin: 'https://evil.example' }, 'advance=P30D'],
    ['a form without an origin', '/_local/clock', { ...FORM, Origin: 'null' }, 'advance=P30D'],
    [
      'a script',
      '/_local/mailbox.json',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
    ],
    ['a fetch', '/_local/mailbox.json', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', Origin: 'null' }],
    [
      'a frame',
      '/_local/mailbox',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    ],
    ['a callback', '/_local/callbacks/mine', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }, '{}'],
    ['a sign-in', '/_local/google/authorize', { ...FORM, ...VISIT, 'Sec-Fetch-Site': 'cross-site' }, 'email=a@b.cc'],
  ];
  test.each(refused)('is refused: %s', async (_, path, headers, body) => {
    const before = server.deps.clock.now().getTime();
    expect((await at(path, headers, body)).status).toBe(403);
    expect(server.deps.clock.now().getTime() - before).toBeLessThan(3_600_000);
  });

  const taken: [string, string, Record<string, string>, number, string?][] = [
    ['a link to local mode', '/_local/mailbox', { ...VISIT, 'Sec-Fetch-Site': 'cross-site' }, 200],
    [
      'a redirect to the sign-in provider',
      '/_local/google/authorize',
      { ...VISIT, 'Sec-Fetch-Site': 'same-site' },
      400,
    ],
    [
      'our own form, without a page before',
      '/_local/clock',
      { ...FORM, ...VISIT, 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
      303,
      'advance=PT1S',
    ],
    ['our own form in an old browser', '/_local/clock', { ...FORM, Origin: 'OWN' }, 303, 'advance=PT1S'],
    ['a tool', '/_local/clock', { 'Content-Type': 'application/json' }, 200, '{"advance":"PT1S"}'],
    ['a callback of the service', '/_local/callbacks/mine', { 'Content-Type': 'application/json' }, 204, '{}'],
    [
      'the script of the card fields, which have no origin',
      '/_local/stripe/field.js',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
      200,
    ],
    [
      'a response in the sandbox of the bank’s page',
      '/_local/stripe/authenticate/x',
      {
        ...FORM,
        'Sec-Fetch-Site': 'cross-site',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'iframe',
        Origin: 'null',
      },
      200,
      'outcome=complete',
    ],
    [
      'a call of the card fields',
      '/_local/stripe/v1/payment_methods',
      { ...FORM, 'Sec-Fetch-Site': 'cross-site', Origin: 'null' },
      401,
      'type=card',
    ],
  ];
  test.each(taken)('still allowed: %s', async (_, path, headers, status, body) => {
    const own = { ...headers, ...(headers['Origin'] === 'OWN' && { Origin: server.base }) };
    expect((await at(path, own, body)).status).toBe(status);
  });

  test('does not affect our forms, which say where they come from', async () => {
    expect((await at('/_local/', {})).headers['referrer-policy']).toBe('same-origin');
  });
});

describe('the clock of local mode', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server?.stop());

  test('stays within years of four digits, and its page says so', async () => {
    const body = { advance: 'P9999DT99999H999999M99999999S' };
    let moved = 0;
    for (; moved < 400; moved++) {
      const { status } = await send(
        `${server.base}/_local/clock`,
        { 'Content-Type': 'application/json' },
        JSON.stringify(body),
      );
      if (status !== 200) break;
    }
    expect(moved).toBeGreaterThan(150);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status, text, headers } = await send(`${server.base}/_local/clock`, form, 'advance=P9999DT99999H');
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(text).toMatch(/<p role="alert">The clock is at 99\d\d-[^<]* and cannot be moved past 9980-01-01/);
    expect(text).toContain('name="advance"');
    const specimen = await send(`${server.base}/specimens/genuine.json`);
    expect(specimen.status).toBe(200);
    const account = await server.account();
    const { status: created, body: session } = await server.call('session.create', {}, { basic: account.basic });
    expect([created, session.expires]).toEqual([200, expect.stringMatching(/^99\d\d-/)]);
  });

  test('says on its page what a duration looks like', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status, text } = await send(`${server.base}/_local/clock`, form, 'advance=soon');
    expect([status, text]).toEqual([400, expect.stringContaining('advance must be an ISO 8601 duration')]);
  });
});
