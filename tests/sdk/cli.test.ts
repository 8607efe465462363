/** `sigill` from its packed tarball, in a separate process, against a service in production mode. */
// SQLite only: it is about a package.
// CI only: it installs the packed command line.
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicKeyOf } from '../../sdk/client/src/sealed/sealed.ts';
import { SPECIMENS } from '../../server/specimen/specimen-catalogue.ts';
import { installPackedCli, type PackedCli, type Running } from '../support/packages/packed-cli.ts';
import { production } from '../support/process/production.ts';
import { createReceiver, type Delivered } from '../support/server/receiver.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
let cli: PackedCli;
let secret: string;

beforeAll(async () => {
  server = await createTestServer({ environment: production() });
  world = createWorld(server, await server.account());
  await verifyAddresses();
  ({ secret } = await world.succeed('callback.secret', {}, world.account));
  cli = installPackedCli();
});
afterAll(async () => {
  cli?.remove();
  await server?.stop();
});

/** Verifies the addresses of all accounts in the database, because only local mode has mailboxes. */
const verifyAddresses = () => server.ctx.db.updateTable('users').set({ email_verified: 1 }).execute();

const environmentOf = ({ basic }: Account, base = server.base) => ({
  SIGILL_PUBLIC_KEY: basic.public_key,
  SIGILL_SECRET: basic.secret,
  SIGILL_BASE_URL: base,
});
const run = (...args: string[]) => cli.run(args, environmentOf(world.account));
const isListening = ({ said }: Running) => eventually(async () => said.err.includes('Ctrl-C'), 'the listener');

const aborted = async (reference: string) => {
  const { id } = await world.session({ specimen: true, reference });
  await world.succeed('session.abort', { id }, { basic: world.account.basic });
  return id;
};

const verifies = ({ headers, raw }: Delivered): boolean => {
  try {
    new Webhook(secret).verify(raw, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

describe('sigill listen', () => {
  test('forwards each callback with its bytes and its signature, and says what became of it', async () => {
    await using receiver = await createReceiver((delivered) => ({ status: verifies(delivered) ? 204 : 400 }));
    const listening = cli.start(['listen', '--forward', receiver.url, '--count', '2'], environmentOf(world.account));
    await isListening(listening);
    const first = await aborted('order 1');
    const second = await aborted('order 2');
    const { code, out } = await listening.ended;
    expect(receiver.received.map(({ raw }) => (JSON.parse(raw) as { data: { id: number } }).data.id)).toEqual([
      first,
      second,
    ]);
    expect(receiver.received[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Sigill-Callbacks/1',
    });
    expect(out.trim().split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(
          `^[0-9:]{8}  session.state_changed  ABORTED  .*${first}  order 1  specimen  -> 204 in [0-9]+ ms  signature ok$`,
        ),
      ),
      expect.stringContaining('order 2'),
    ]);
    expect(code).toBe(0);
  });

  test.each([
    [{ status: 400, body: 'bad signature' }, ['-> 400', 'raw body', 'Response: bad signature']],
    [{ status: 403 }, ['-> 403', 'CSRF']],
    [{ status: 302, headers: { Location: '/hook/' } }, ['-> 302', 'Redirects are not followed', '/hook/']],
    [
      { status: 500, body: 'boom \u001b]0;title\u0007' },
      ['-> 500', 'The receiver failed', 'Response: boom �]0;title�'],
    ],
  ])('says why a receiver that responds with %o may refuse', async (reply, words) => {
    await using receiver = await createReceiver(() => reply);
    const listening = cli.start(['listen', '--forward', receiver.url, '--once'], environmentOf(world.account));
    await isListening(listening);
    await aborted('refused');
    const { code, out } = await listening.ended;
    for (const word of words) expect(out).toContain(word);
    expect(code).toBe(1);
  });

  test("says that nothing listens at the receiver's address", async () => {
    const receiver = await createReceiver();
    await receiver[Symbol.asyncDispose]();
    const listening = cli.start(['listen', '--forward', receiver.url, '--once'], environmentOf(world.account));
    await isListening(listening);
    await aborted('nobody');
    const { code, out } = await listening.ended;
    expect(out).toContain('no response (ECONNREFUSED)');
    expect(out).toContain(`Nothing listens at ${new URL(receiver.url).host}`);
    expect(code).toBe(1);
  });

  test("says that the receiver's secret does not match", async () => {
    const wrong = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const listening = cli.start(['listen', '--secret', wrong, '--once'], environmentOf(world.account));
    await isListening(listening);
    await aborted('wrong secret');
    const { code, out } = await listening.ended;
    expect(out).toContain('signature wrong');
    expect(out).toContain('not made with this secret');
    expect(code).toBe(1);
  });

  test('says what to do while no user of the account has a verified address', async () => {
    const { code, err } = await cli.run(['listen'], environmentOf(await server.account()));
    expect(err).toContain('Verify your email before listening for callbacks');
    expect(code).toBe(1);
  });

  test('prints JSON for programs, from what was kept since a given time', async () => {
    const account = await server.account();
    const { basic } = account;
    await verifyAddresses();
    await world.succeed('callback.listen', {}, { basic });
    const { id } = await world.succeed('session.create', { specimen: true }, { basic });
    await world.succeed('session.abort', { id }, { basic });
    const { code, out } = await cli.run(['listen', '--since', '10m', '--once', '--print-json'], environmentOf(account));
    expect(JSON.parse(out)).toMatchObject({
      event: { data: { id, state: 'ABORTED' } },
      headers: { 'webhook-id': expect.any(String) },
      body: expect.stringContaining(String(id)),
      signature: { valid: true },
    });
    expect(code).toBe(0);
  });

  test('ends cleanly on Ctrl-C, and prints no colours without a terminal', async () => {
    const listening = cli.start(['listen'], environmentOf(world.account));
    await isListening(listening);
    listening.child.kill('SIGINT');
    const { code, out, err } = await listening.ended;
    expect(code).toBe(0);
    expect(out + err).not.toContain('\u001b');
  });

  test('reconnects after a lost connection, and misses nothing', async () => {
    const proxy = await createProxy();
    const listening = cli.start(['listen', '--count', '1'], environmentOf(world.account, proxy.base));
    await isListening(listening);
    await proxy.cut();
    const id = await aborted('meanwhile');
    await eventually(async () => listening.said.err.includes('Retrying in'), 'the listener to notice');
    await proxy.mend();
    const { code, out, err } = await listening.ended;
    expect(err).toContain('Reconnected.');
    expect(out).toContain(String(id));
    expect(code).toBe(0);
    await proxy.cut();
  });

  test('says immediately that the key is wrong', async () => {
    const { code, err } = await cli.run(['listen'], {
      ...environmentOf(world.account),
      SIGILL_SECRET: 'secret-of-somebody-else',
    });
    expect(err).toContain('does not accept the API key');
    expect(code).toBe(1);
  });
});

describe('sigill trigger', () => {
  test.each([
    ['approved', { state: 'APPROVED' }],
    ['rejected:document_expired', { state: 'REJECTED', failure: { code: 'document_expired' } }],
    ['rejected:document_type_not_allowed', { state: 'REJECTED', failure: { code: 'document_type_not_allowed' } }],
    ['failed:nfc_lost', { state: 'FAILED', failure: { code: 'nfc_lost' } }],
    ['failed:timeout', { state: 'FAILED', failure: { code: 'timeout' } }],
    ['aborted', { state: 'ABORTED' }],
    ['id-card', { state: 'APPROVED', document_type: 'ID_CARD' }],
  ])('produces %s', async (outcome, expected) => {
    const { code, out, err } = await run('trigger', outcome, '--reference', 'cli', '--locale', 'sv', '--print-json');
    expect([code, err]).toEqual([0, '']);
    const { id } = JSON.parse(out) as { id: number };
    const session = await world.succeed('session.get', { id }, { basic: world.account.basic });
    expect(session).toMatchObject({ ...expected, specimen: true, reference: 'cli', locale: 'sv' });
  });

  test('lets a policy decide, and fails when that ends otherwise', async () => {
    const rules = { minimum_age: 99, claims: ['age_over_18' as const] };
    await world.succeed('policy.create', { name: 'elders', rules }, world.account);
    const { code, out } = await run('trigger', 'rejected:minimum_age_not_met', '--policy', 'elders', '--print-json');
    expect(code).toBe(0);
    const { id } = JSON.parse(out) as { id: number };
    const session = await world.succeed('session.get', { id }, { basic: world.account.basic });
    expect(session).toMatchObject({ policy: { name: 'elders', version: 1 }, claims: ['age_over_18'] });
    const other = await run('trigger', 'approved', '--policy', 'elders');
    expect([other.code, other.err]).toEqual([1, 'The session should have ended as approved.\n']);
    const missing = await run('trigger', 'rejected:minimum_age_not_met');
    expect(missing.code).toBe(2);
    expect(missing.err).toContain('rejected:minimum_age_not_met requires the name of a policy.');
  });

  test('links to what a code means and what can be done', async () => {
    const { out } = await run('trigger', 'rejected:document_expired');
    expect(out.match(/^reading$/gm)).toHaveLength(1);
    expect(out).toMatch(/^help {8}http:\/\/localhost[:\d]*\/failure-guide#document_expired$/m);
  });

  test('lists every outcome with the specimen that produces it', async () => {
    const { code, out } = await run('trigger', '--list');
    expect(code).toBe(0);
    const listed = out.split('\n').map((line) => line.split(/\s+/, 2));
    for (const { name, outcome } of SPECIMENS)
      expect(listed).toContainEqual([[outcome.state.toLowerCase(), outcome.code].filter(Boolean).join(':'), name]);
    expect(listed.map(([outcome]) => outcome)).toContain('failed:camera_denied');
  });

  test('reports what the service refuses', async () => {
    const { code, err } = await run('trigger', 'approved', '--callback-url', 'https://192.168.0.1/hook');
    expect(err).toMatch(/^callback_url .*\(request req_[0-9a-f]+\)\n$/);
    expect(code).toBe(1);
    const language = await run('trigger', 'approved', '--locale', 'nl');
    expect(language.err).toMatch(/^locale must be one of en, es, sv, de, fr, pl, pt, ar\. /);
  });

  test('ends quietly when its reader has read enough, like a program that SIGPIPE ends', async () => {
    const running = cli.start(['trigger', 'approved'], environmentOf(world.account));
    await once(running.child.stdout!, 'data');
    running.child.stdout!.destroy();
    expect(await running.ended).toMatchObject({ code: 141, err: '' });
  });

  test('suggests an outcome similar to what was typed', async () => {
    const { code, err } = await run('trigger', 'aproved');
    expect(err).toContain('Did you mean approved?');
    expect(code).toBe(2);
  });
});

describe('sigill doctor', () => {
  const doctor = (environment: Record<string, string>, ...args: string[]) =>
    cli.run(['doctor', ...args], { ...environmentOf(world.account), SIGILL_CALLBACK_SECRET: secret, ...environment });

  test('finds nothing wrong in a correct setup, with a receiver that checks signatures', async () => {
    await using receiver = await createReceiver((delivered) => ({ status: verifies(delivered) ? 204 : 401 }));
    const { code, out } = await doctor({}, '--forward', receiver.url);
    expect(out.split('\n').filter((line) => !/^ok {4}|^$/.test(line))).toEqual([]);
    for (const about of ['public key', 'connection', 'clock', 'contract', 'API key', 'signing', 'receiver', 'forgery'])
      expect(out).toMatch(new RegExp(`^ok    ${about} `, 'm'));
    expect(code).toBe(0);
  });

  test('warns about a receiver that accepts any signature', async () => {
    await using receiver = await createReceiver();
    const { code, out } = await doctor({}, '--forward', receiver.url);
    expect(out).toMatch(/^fail {2}forgery/m);
    expect(code).toBe(1);
  });

  test.each([
    ['no key', { SIGILL_PUBLIC_KEY: '', SIGILL_SECRET: '' }, 'SIGILL_PUBLIC_KEY is not set'],
    ['a line break at the end', { SIGILL_SECRET: 'secret-abc\n' }, 'line break'],
    ['quotation marks', { SIGILL_SECRET: '"secret-abc"' }, 'quotation marks'],
    ['a signing secret as the secret', { SIGILL_SECRET: 'whsec_abc' }, 'holds a signing secret'],
    ['a wrong secret', { SIGILL_SECRET: 'secret-abc' }, 'does not accept this key'],
    ['another signing secret', { SIGILL_CALLBACK_SECRET: `whsec_${'A'.repeat(43)}=` }, 'not the signing secret'],
    ['an address with a path', { SIGILL_BASE_URL: 'https://sigill.example/api/v1' }, 'is followed by /api/v1'],
    ['an unknown host', { SIGILL_BASE_URL: 'https://nobody.invalid' }, 'nobody.invalid has no address'],
  ])('says what is wrong with %s', async (_, environment, words) => {
    const { code, out } = await doctor(environment);
    const line = out.split('\n').find((line) => line.includes(words));
    expect(line, out).toMatch(/^fail/);
    expect(out).not.toContain('secret-abc');
    expect(code).toBe(1);
  });

  test('notices swapped keys before they are sent', async () => {
    const { SIGILL_PUBLIC_KEY, SIGILL_SECRET } = environmentOf(world.account);
    const { out } = await doctor({ SIGILL_PUBLIC_KEY: SIGILL_SECRET, SIGILL_SECRET: SIGILL_PUBLIC_KEY });
    expect(out).toMatch(/^fail {2}keys .*swapped/m);
  });

  test('compares the clocks', async () => {
    const late = createHttpServer(async (request, response) => {
      const answer = await fetch(server.base + request.url);
      response.sendDate = false;
      response.setHeader('Date', new Date(Date.now() - 3_600_000).toUTCString());
      response.end(await answer.text());
    }).listen(0, '127.0.0.1');
    await once(late, 'listening');
    const { out } = await doctor({ SIGILL_BASE_URL: `http://127.0.0.1:${(late.address() as AddressInfo).port}` });
    late.close();
    expect(out).toMatch(/^fail {2}clock +This machine is 60 minutes ahead of the service$/m);
  });

  test('compares the clock with the one that the service signs with', async () => {
    const starts_at = new Date(Date.now() + 33 * 86_400_000).toISOString();
    const ahead = await createTestServer({ environment: production(), starts_at });
    const { out, code } = await cli.run(['doctor'], environmentOf(await ahead.account(), ahead.base));
    await ahead.stop();
    expect(out).toMatch(/^fail {2}clock +This machine is 33 days behind the service$/m);
    expect(code).toBe(1);
  });

  test('says that something else responds', async () => {
    await using other = await createReceiver(() => ({ status: 200, body: '<h1>It works!</h1>' }));
    const { out, code } = await doctor({ SIGILL_BASE_URL: new URL(other.url).origin });
    expect(out).toContain('is not from Sigill');
    expect(code).toBe(1);
  });
});

describe('sigill delivery-key', () => {
  test('writes a private key that only the user can read, and prints its public half', async () => {
    const file = join(cli.project, 'delivery.json');
    const { code, out, err } = await cli.run(['delivery-key', '--output', file]);
    expect(code, err).toBe(0);
    const privateKey = JSON.parse(readFileSync(file, 'utf8'));
    const publicKey = JSON.parse(out);
    expect(await publicKeyOf(privateKey)).toEqual({ kty: 'EC', crv: 'P-256', x: publicKey.x, y: publicKey.y });
    expect(publicKey).not.toHaveProperty('d');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const own = await server.account();
    await createWorld(server, own).succeed('merchant.change_delivery_key', { jwk: publicKey }, own);
    const again = await cli.run(['delivery-key', '--output', file]);
    expect([again.code, JSON.parse(readFileSync(file, 'utf8'))]).toEqual([1, privateKey]);
    expect(again.err).toContain('is not overwritten');
  });
});

describe('the command line', () => {
  test.each(['listen', 'trigger', 'doctor'])('sigill %s --help says what it does', async (command) => {
    const { code, out } = await cli.run([command, '--help']);
    expect(out).toContain(`sigill ${command}`);
    expect(code).toBe(0);
    expect((await cli.run(['help', command])).out).toBe(out);
  });

  test.each([
    [['lissten'], 'Unknown command: lissten. Did you mean listen?'],
    [['listen', '--foward', 'x'], 'Unknown option: --foward. Did you mean --forward?'],
    [['listen', '--count', 'many'], '--count must be a number of callbacks'],
    [['listen', '--forward', 'http://'], '--forward must be the address'],
    [['trigger'], 'Name an outcome.'],
    [['doctor', 'now'], 'Unexpected argument: now'],
  ])('responds to sigill %j with the correct usage', async (args, words) => {
    const { code, err } = await run(...args);
    expect(err).toContain(words);
    expect(code).toBe(2);
  });

  test('reads from a file what the environment does not set', async () => {
    const file = join(cli.project, 'own.env');
    const { SIGILL_BASE_URL, ...keys } = environmentOf(world.account);
    writeFileSync(
      file,
      Object.entries(keys)
        .map((entry) => entry.join('='))
        .join('\n'),
    );
    const { code, out } = await cli.run(['doctor', '--env', file], { SIGILL_BASE_URL });
    expect(out).toMatch(/^ok {4}API key/m);
    expect(code).toBe(0);
  });

  test('says where to get a key if there is none', async () => {
    const { code, err } = await cli.run(['listen'], { SIGILL_BASE_URL: server.base });
    expect(err).toBe(
      `There is no API key: set SIGILL_PUBLIC_KEY and SIGILL_SECRET. Create one in the portal at ${server.base}/add-keys.\n`,
    );
    expect(code).toBe(1);
  });
});

describe('sigill read', () => {
  test('says what to install if the package for readers is missing', async () => {
    const args = ['read', '--read-only', join(cli.project, 'document'), '--can', '123456'];
    const { code, err } = await cli.run(args);
    expect(err).toBe(
      'A smart card reader needs the package pcsc-mini, which is not installed: npm install pcsc-mini@0.1.3.\n',
    );
    expect(code).toBe(1);
  });

  test('says that a token does not belong to this service', async () => {
    const { code, err } = await run('read', '--token', 'nobody', '--can', '123456');
    expect(err).toMatch(/\(\w+, request .+\)\n$/);
    expect(code).toBe(1);
  });
});

async function createProxy() {
  const sockets = new Set<Socket>();
  const target = Number(new URL(server.base).port);
  const proxy = createServer((client) => {
    const upstream = connect(target, 'localhost');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    async cut(): Promise<void> {
      const closed = new Promise((resolve) => proxy.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve)),
  };
}
