/** The Go module as published, in a separate project: what every client promises, the README's examples, formatting and `go vet`. */
// SQLite only: it is about a package.
// CI only: it compiles Go.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root, takesKeys } from '../../openapi/contract/contract.ts';
import { build } from '../../scripts/build.ts';
import { callbacks } from '../../sdk/client/src/callbacks.ts';
import { serve } from '../../sdk/client/src/testing/scripted-server.ts';
import { version } from '../../sdk/client/src/version.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { contract, operation, operationIds, requestExamples, responseExamples } from '../support/contract/contract.ts';
import { type ForeignClient, startForeignClient } from '../support/contract/foreign-client.ts';
import { promisesOf } from '../support/contract/foreign-client-promises.ts';
import { type GoModule, goVersion, installGoModule } from '../support/packages/go-module.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const module = join(root, 'sdk/go');
const readme = readFileSync(join(module, 'README.md'), 'utf8');
const samples = [...readme.matchAll(/^```go\n([\s\S]+?)^```$/gm)].map(([, code]) => code!);
const installed = goVersion();

test('the module has the version of the SDK, and the same bytes whenever it is built', () => {
  build(['go']);
  const zip = join(module, `dist/proxy/sigill.example/go/@v/v${version}.zip`);
  const before = readFileSync(zip);
  build(['go'], true);
  expect(readFileSync(zip).equals(before)).toBe(true);
  const files = Object.keys(unzipSync(before)).map((path) => path.replace(`sigill.example/go@v${version}/`, ''));
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'go.mod', 'sigill.go', 'types.gen.go']));
  expect(files.filter((path) => path.includes('/'))).toEqual([]);
});

describe.skipIf(!installed)(`the Go client${installed ? '' : ': Go is not installed here'}`, () => {
  let go: GoModule;
  let driver: string;
  let client: ForeignClient;
  let server: TestServer;
  let world: World;
  let environment: Record<string, string>;

  beforeAll(async () => {
    go = installGoModule();
    driver = go.compile('driver', readFileSync(join(import.meta.dirname, 'go-driver.go'), 'utf8'));
    client = startForeignClient(driver, [], { cwd: root });
    server = await createTestServer();
    world = createWorld(server, await server.account());
    const { public_key, secret } = world.account.basic;
    environment = { SIGILL_PUBLIC_KEY: public_key, SIGILL_SECRET: secret, SIGILL_BASE_URL: server.base };
  });
  afterAll(async () => {
    await client?.stop();
    await server?.stop();
    go?.remove();
  });

  promisesOf({ client: () => client });

  test('has a field for every property of every example', async () => {
    const keys = { public_key: 'public-key-12345678', secret: 'secret-1234567890123456' };
    const strict = startForeignClient(driver, [], { cwd: root, env: { EVERY_PROPERTY: '1' } });
    for (const id of operationIds.filter((id) => takesKeys(contract, operation(id)))) {
      const params = requestExamples(id)[0]!.value;
      await using scripted = await serve(...responseExamples(id, 200).map(({ value }) => ({ body: value })));
      const client = { ...keys, base_url: scripted.baseUrl };
      for (const { name, value } of responseExamples(id, 200))
        expect(await strict.ask({ do: 'call', operation: id, params, client }), `${id} ${name}`).toMatchObject({
          result: value,
        });
    }
    await strict.stop();
  });

  test('is formatted by gofmt and approved by go vet, and so are its samples', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sigill-gofmt-'));
    for (const [at, code] of samples.entries()) writeFileSync(join(folder, `${at}.go`), code);
    const { stdout, stderr } = spawnSync('gofmt', ['-l', folder, module, import.meta.dirname], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect([stdout, stderr]).toEqual(['', '']);
    expect(() => go.go('vet', 'sigill.example/go', './...')).not.toThrow();
  });

  test('passes its own tests', () => {
    expect(() => go.go('test', 'sigill.example/go')).not.toThrow();
  });

  describe('as its README shows it', () => {
    test('creates a session, waits for it, and has the verified name', async () => {
      using running = go.start(go.compile('first', samples[0]!), environment);
      const token = await eventually(async () => /token=([\w.%-]+)/.exec(running.said())?.[1], 'the link');
      await world.read('genuine', decodeURIComponent(token));
      await eventually(async () => running.said().split('\n').length > 2, 'the name');
      expect(running.said().split('\n')[1]).toMatch(/^\S+ .*\S \d{4}-\d\d-\d\d$/);
    });

    test('receives callbacks, and refuses those that are not from the service as they are', async () => {
      const port = await freePort();
      const source = samples[1]!.replace('localhost:8080', `localhost:${port}`);
      const { secret } = await world.succeed('callback.secret', {}, { basic: world.account.basic });
      using receiver = go.start(go.compile('receiver', source), { SIGILL_CALLBACK_SECRET: secret });
      const callback_url = `http://localhost:${port}/sigill`;
      const post = async (body: string, headers: Record<string, string>) =>
        (await fetch(callback_url, { method: 'POST', body, headers })).status;
      await eventually(() => post('', {}).catch(() => undefined), 'the receiver');

      const { id } = await world.ended('genuine', { callback_url });
      await eventually(async () => receiver.said().includes(`${id} APPROVED`), 'the callback');
      const { callbacks: sent } = await world.succeed('callback.list', { session_id: id }, world.account);
      const { message } = await world.succeed('callback.get', { id: sent[0]!.id }, world.account);
      const { body, headers } = message!;
      const signed = async (key: string, now = new Date()) => (await callbacks.sign(body, key, { now })).headers;
      expect({
        good: await post(body, headers),
        changed: await post(body.replace('APPROVED', 'REJECTED'), headers),
        old: await post(body, await signed(secret, new Date(Date.now() - 301_000))),
        'of another secret': await post(body, await signed(`whsec_${btoa('another secret of 32 bytes .....')}`)),
        'without headers': await post(body, {}),
      }).toEqual({ good: 204, changed: 400, old: 400, 'of another secret': 400, 'without headers': 400 });
    });

    test('gets a typed error, and all pages of a list', async () => {
      expect(await go.run(go.compile('errors', samples[2]!), environment)).toContain('No session found with id: 1');
      const { id } = await world.ended('genuine', { reference: 'order-go' });
      expect(await go.run(go.compile('lists', samples[3]!), environment)).toContain(`${id} order-go\n`);
    });
  });
});
