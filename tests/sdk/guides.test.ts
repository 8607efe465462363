/**
 * Every TypeScript and curl sample of the guides, run against a real server as a reader would run it. A sample that needs a card
 * reader is only compiled.
 */
// SQLite only: it is about samples.
// CI only: it runs every sample of the guides.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { steps } from '../../scripts/build-steps.ts';
import { inputsOf } from '../../scripts/fingerprint.ts';
import { createDeliveryKey } from '../../sdk/client/src/sealed/sealed.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { installPackedTesting } from '../support/packages/packed-sdk.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const root = join(import.meta.dirname, '../..');
const guides = join(root, 'docs/guides');
const samples = new Map<string, string>(
  readdirSync(guides)
    .filter((file) => !file.endsWith('.es.md'))
    .flatMap((file) =>
      [
        ...readFileSync(join(guides, file), 'utf8').matchAll(
          /^```(ts|curl)(?: name=(\S+))?(?: label=(\S+))?\n([\s\S]+?)^```$/gm,
        ),
      ].map(([, language, name, label, code]) => [`${file.replace('.md', '')} ${name} ${label ?? language}`, code!]),
    ),
);
const run = new Set<string>();

let server: TestServer;
let world: World;
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
  // Inside the package, so that samples can import it by its name.
  folder = mkdtempSync(join(root, 'sdk/client/.guides-'));
  environment = {
    ...(process.env as Record<string, string>),
    SIGILL_PUBLIC_KEY: world.account.basic.public_key,
    SIGILL_SECRET: world.account.basic.secret,
    SIGILL_BASE_URL: server.base,
  };
});

afterAll(async () => {
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

function sample(name: string): string {
  run.add(name);
  return samples.get(name) ?? expect.unreachable(`There is no sample "${name}".`);
}

function file(code: string): string {
  const path = join(folder, `${crypto.randomUUID()}.ts`);
  writeFileSync(path, code);
  return path;
}

async function node(
  name: string,
  more: Record<string, string> = {},
  change = (code: string) => code,
): Promise<{ stdout: string; stderr: string }> {
  const env = { ...environment, ...more };
  return promisify(execFile)(process.execPath, ['--conditions=source', file(change(sample(name)))], { env });
}

/** Stops the program when `use` has ended. */
async function listening<T>(
  name: string,
  use: (base: string, output: () => string) => Promise<T>,
  where = /listen\(\d+\)/,
): Promise<T> {
  const port = await freePort();
  const code = sample(name).replace(where, (place) => place.replace(/\d+/, String(port)));
  const { secret } = await world.succeed('callback.secret', {}, { bearer: world.account.bearer });
  const child = spawn(process.execPath, ['--conditions=source', file(code)], {
    env: { ...environment, SIGILL_CALLBACK_SECRET: secret },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const base = `http://localhost:${port}`;
  try {
    await eventually(
      () => fetch(base, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined),
      `${name} to listen`,
    );
    return await use(base, () => output);
  } finally {
    child.kill();
  }
}

async function loadRoute(name: string, secret: string): Promise<{ POST(request: Request): Promise<Response> }> {
  const keys = ['SIGILL_PUBLIC_KEY', 'SIGILL_SECRET', 'SIGILL_BASE_URL'];
  Object.assign(process.env, Object.fromEntries(keys.map((key) => [key, environment[key]])), {
    SIGILL_CALLBACK_SECRET: secret,
  });
  try {
    return await import(file(sample(name)));
  } finally {
    for (const key of [...keys, 'SIGILL_CALLBACK_SECRET']) delete process.env[key];
  }
}

async function curl(name: string, more: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const command = sample(name).replace('https://sigill.example', server.base).replace(/^curl/, 'curl -sS');
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { ...environment, ...more } });
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('samples of the integration guide', () => {
  test('create', async () => {
    const { stdout } = await node('integration-guide create ts');
    const [id, open_url] = stdout.trim().split('\n');
    expect(open_url).toMatch(new RegExp(`^${server.base}/open\\?token=`));
    const { body } = await server.call('session.get', { id: Number(id) }, { basic: world.account.basic });
    expect(body).toMatchObject({ state: 'CREATED', reference: 'order-1042' });
    expect(await curl('integration-guide create curl')).toMatchObject({ id: expect.any(Number) });
  });

  test('endpoint', async () => {
    const { stdout } = await node('integration-guide endpoint ts');
    expect(stdout).toMatch(/^\d+ events of the last day queued\n$/);
  });

  test('age', async () => {
    const reading = eventually(async () => {
      const { sessions } = await world.succeed('session.list', { state: 'CREATED', limit: 5 }, world.account);
      for (const { id } of sessions) {
        const session = await world.succeed('session.get', { id }, world.account);
        if (!session.claims) continue;
        const { token } = await world.succeed('session.renew_link', { id }, world.account);
        await world.read('genuine', token);
        return true;
      }
      return false;
    }, 'the session of the sample');
    const { stdout } = await node('integration-guide age ts');
    await reading;
    expect(stdout).toMatch(new RegExp(`^${server.base}/open\\?token=\\S+\ntrue\n$`));
  });

  test('policy', async () => {
    const { stdout } = await node('integration-guide policy ts');
    expect(stdout).toMatch(new RegExp(`^\\d+ \\d+\n${server.base}/open\\?token=`));
  });

  test('send', async () => {
    const { stdout } = await node('integration-guide send ts');
    const { body } = await server.call('session.get', { id: Number(stdout) }, { basic: world.account.basic });
    expect(body).toMatchObject({ state: 'CREATED', reference: 'order-1042', link_sent: expect.any(String) });
  });

  test('link', async () => {
    const { stdout } = await node('integration-guide link ts');
    const [, code = ''] = new RegExp(`^${server.base}/v/(\\w+)\n$`).exec(stdout) ?? [];
    expect(await world.succeed('link.open', { code })).toMatchObject({ active: true, passport_only: true });
  });

  test('specimen', async () => {
    const { stdout } = await node('integration-guide specimen ts');
    expect(stdout).toMatch(new RegExp(`^true ${server.base}/open\\?token=`));
  });

  test('fetch', async () => {
    const { id } = await world.ended();
    const more = { SESSION_ID: String(id) };
    expect((await node('integration-guide fetch ts', more)).stdout).toMatch(/^\S.* \S+ \d{4}-\d{2}-\d{2}\n$/);
    expect(await curl('integration-guide fetch curl', more)).toMatchObject({ id, state: 'APPROVED' });
  });

  test('proof', async () => {
    const { id } = await world.ended();
    const more = { SESSION_ID: String(id) };
    const { proof } = (await curl('integration-guide proof curl', more)) as { proof: string };
    const shown = (await node('integration-guide proof ts', more)).stdout.trim();
    expect(proof.length).toBeGreaterThan(shown.length);
    // Uses this server instead of the sample's, and trusts specimens, because there are no other documents here.
    const onThisServer = (code: string) =>
      code
        .replace('https://sigill.example', server.base)
        .replace('{ issuer, keys }', '{ issuer, keys, specimens: true }');
    for (const PROOF of [shown, proof]) {
      const { stdout } = await node('integration-guide verify-proof ts', { PROOF }, onThisServer);
      expect(stdout).toMatch(/^true \d{4}-\d{2}-\d{2} PASSED\n$/);
    }
    await expect(node('integration-guide verify-proof ts', { PROOF: `${shown}x` }, onThisServer)).rejects.toThrow();
  });

  test('decrypt', async () => {
    const own = createWorld(server, await server.account());
    const { publicKey, privateKey } = await createDeliveryKey();
    await own.succeed('merchant.change_delivery_key', { jwk: publicKey }, own.account);
    const { id } = await own.ended();
    const { public_key, secret } = own.account.basic;
    const key = join(folder, 'key.json');
    writeFileSync(key, JSON.stringify(privateKey));
    const { stdout } = await node(
      'integration-guide decrypt ts',
      { SIGILL_PUBLIC_KEY: public_key, SIGILL_SECRET: secret, SESSION_ID: String(id) },
      (code) => code.replace('sigill-delivery-key.json', key),
    );
    expect(stdout).toMatch(/^\S.* \S+\n$/);
    expect(stdout).not.toContain('undefined');
  });

  test('language', async () => {
    const { stdout } = await node('integration-guide language ts');
    const token = new URL(stdout.trim()).searchParams.get('token')!;
    expect(await world.succeed('reader.open', { token })).toMatchObject({ locale: 'sv' });
  });

  test('redirect', () =>
    listening('integration-guide redirect ts', async (base) => {
      const { status, headers } = await fetch(base, { redirect: 'manual' });
      const location = new URL(headers.get('location')!);
      expect(status).toBe(303);
      expect(location.origin).toBe(server.base);
      expect(location.searchParams.get('redirect_url')).toBe('https://shop.example/done');
    }));

  test('callbacks', () =>
    listening('integration-guide callbacks ts', async (base, output) => {
      await world.ended('genuine', { callback_url: base, reference: 'order-7' });
      await eventually(async () => output().includes('APPROVED order-7'), 'the receiver to fetch the session');
      const forged = await fetch(base, { method: 'POST', body: '{}' });
      expect(forged.status).toBe(400);
    }));

  test('specimen', async () => {
    const { stdout } = await node('integration-guide specimen ts');
    const [, url] = /^true (\S+)\n$/.exec(stdout) ?? [];
    const token = new URL(url!).searchParams.get('token')!;
    expect(await world.read('expired-document', token)).toMatchObject({ state: 'REJECTED' });
  });

  test.each([
    ['Express', /listen\(\d+\)/],
    ['Fastify', /port: \d+/],
  ])('receivers: %s', async (framework, port) => {
    await listening(
      `integration-guide receivers ${framework}`,
      async (base, output) => {
        await world.ended('genuine', { callback_url: `${base}/sigill`, reference: `order-${framework}` });
        await eventually(async () => output().includes(`APPROVED order-${framework}`), 'the receiver to be told');
        const forged = await fetch(`${base}/sigill`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        });
        expect(forged.status).toBe(400);
      },
      port,
    );
  });

  test('receivers: Next.js', async () => {
    // Next.js calls a handler with a standard Request, so the test can do so without Next.js.
    const { secret } = await world.succeed('callback.secret', {}, { bearer: world.account.bearer });
    const { Sigill } = await import('../../sdk/client/src/index.ts');
    const { POST } = await loadRoute('integration-guide receivers Next.js', secret);
    const event = {
      id: 'msg_2wXk9QmVb4LrT7sYp0Zc',
      type: 'session.state_changed' as const,
      created: new Date().toISOString(),
      data: { id: 1, state: 'APPROVED' as const, previous_state: 'COMPLETED' as const },
    };
    const sigill = new Sigill({ publicKey: 'public-key-00000000', secret: 'secret-0', baseUrl: server.base });
    const { body, headers } = await sigill.callbacks.sign(event, secret);
    const post = (text: string) =>
      POST(new Request('https://shop.example/sigill', { method: 'POST', headers, body: text }));
    expect((await post(body)).status).toBe(204);
    expect((await post(`${body} `)).status).toBe(400);
  });

  test('testing', async () => {
    // The sample starts the service that is built into the package.
    const sdk = installPackedTesting();
    try {
      expect(await sdk.run('shop.test.ts', sample('integration-guide testing ts'))).toMatch(
        /pass 3\n(.*\n)*.*fail 0\n/,
      );
    } finally {
      sdk.remove();
    }
  });

  test('errors', async () => {
    expect((await node('integration-guide errors ts')).stderr).toBe('No session found with id: 123\n');
  });

  test('redact', async () => {
    for (const redact of [node, curl]) {
      const { id } = await world.ended();
      await redact(`integration-guide redact ${redact === node ? 'ts' : 'curl'}`, { SESSION_ID: String(id) });
      const { body } = await server.call('session.get', { id }, { basic: world.account.basic });
      expect(body).toMatchObject({ state: 'APPROVED', redacted: expect.any(String) });
      expect(body).not.toHaveProperty('surname');
    }
  });
});

describe('samples of the API guide', () => {
  test('list', async () => {
    await world.session();
    expect(Number((await node('api-guide list ts')).stdout)).toBeGreaterThan(0);
    expect((await curl('api-guide list curl'))['sessions']).not.toHaveLength(0);
  });

  test('retries', async () => expect((await node('api-guide retries ts')).stdout).toBe('200\n'));

  test('idempotency', async () => {
    const first = await curl('api-guide idempotency curl');
    expect(await curl('api-guide idempotency curl')).toEqual(first);
  });

  test('pages', async () => {
    const { id } = await world.ended('genuine', { reference: 'order-8' });
    expect((await node('api-guide pages ts')).stdout).toContain(`${id} order-8\n`);
  });
});

test('sample of the web integration guide: create', () =>
  listening('web-integration-guide create ts', async (base) => {
    const answer = await (await fetch(base, { method: 'POST' })).json();
    expect(answer).toEqual({ token: expect.any(String) });
  }));

test.each(['ios', 'android'])('sample of the %s integration guide: reader-open', async (system) => {
  const { token } = await world.session();
  const answer = await curl(`${system}-integration-guide reader-open curl`, { SESSION_TOKEN: token });
  expect(answer).toMatchObject({ state: 'CREATED' });
});

/** The computer reader's sample is only compiled, because it needs a card reader. tests/pcsc makes the same calls with a virtual one. */
test.each([true, false])('every TypeScript sample compiles with strict: %s', async (strict) => {
  // Some projects are not strict: Next.js, for example, creates them with `strict` off.
  const project = mkdtempSync(join(folder, 'compiled-'));
  sample('computer-reader program ts');
  const ofReadmes = ['README.md', 'sdk/client/README.md'].flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/^```[jt]s\n([\s\S]+?)^```$/gm)].map(([, code]) => [
      name,
      code!,
    ]),
  );
  for (const [index, [name, code]] of [...samples, ...ofReadmes].entries())
    if (!name!.endsWith(' curl')) {
      const given = name!.startsWith('computer-reader') ? 'declare const token: string; ' : '';
      writeFileSync(join(project, `${name!.replaceAll(/\W+/g, '-')}-${index}.ts`), given + code);
    }
  // Uses the SDK's declarations, as an installation does, not its sources.
  const compilerOptions = {
    strict,
    customConditions: [],
    lib: ['es2023', 'dom', 'dom.iterable'],
    noPropertyAccessFromIndexSignature: false,
  };
  const settings = { extends: '../../../../tsconfig.json', compilerOptions, include: ['*.ts'] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', project], { cwd: project }).catch(
    (failed: { stdout: string }) => failed,
  );
  // Counts only errors in samples, because the project's other packages are included as sources, which compile only with `strict`.
  expect(stdout.split('\n').filter((line) => /^\w/.test(line))).toEqual([]);
});

test('running a sample does not rebuild the SDK, which other tests install meanwhile', () => {
  file('export {};');
  const inputs = inputsOf(root, steps.find(({ name }) => name === 'sdk')!);
  expect(inputs.filter((path) => path.includes('.guides-'))).toEqual([]);
});

test('every sample was run', () => expect([...samples.keys()].filter((name) => !run.has(name))).toEqual([]));
