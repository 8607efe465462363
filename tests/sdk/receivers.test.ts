/**
 * The integration guide's receivers in languages other than TypeScript, each started with the command in its "Run it with" comment,
 * against real callbacks.
 */
// SQLite only: it is about samples.
// CI only: it starts a receiver in every language.
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callbacks } from '../../sdk/client/src/index.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/integration-guide.md'), 'utf8');
const receivers = [
  ...guide.matchAll(/^```(\w+) name=receivers-by-language\n([\s\S]+?Run it with: (.+)\n[\s\S]+?)^```$/gm),
].map(([, language, code, command]) => ({ language: language!, code: code!, command: command! }));

/** Commands that succeed if this machine has what a receiver needs. */
const needs: Record<string, [command: string, ...args: string[]]> = {
  python: ['python3', '--version'],
  php: ['php', '--version'],
  java: ['java', '--version'],
  go: ['go', 'version'],
  csharp: ['dotnet', '--version'],
  ruby: ['ruby', '-rwebrick', '--version'],
};
const isHere = (language: string) => {
  const [command, ...args] = needs[language]!;
  return spawnSync(command, args).status === 0;
};
const here = new Set(Object.keys(needs).filter(isHere));

const projectFile = () => `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup>
<TargetFramework>net${spawnSync('dotnet', ['--version']).stdout.toString().split('.')[0]}.0</TargetFramework>
<Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>`;

let server: TestServer;
let world: World;
let folder: string;
/** The old secret, which the receivers still have. During a rotation, callbacks are signed with both secrets. */
let secret: string;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
  folder = mkdtempSync(join(tmpdir(), 'receivers-'));
  const { bearer } = world.account;
  ({ secret } = await world.succeed('callback.secret', {}, { bearer }));
  await world.succeed('callback.rotate_secret', {}, { bearer });
});

afterAll(async () => {
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

type Receiver = (typeof receivers)[number];

/** Stops the receiver when `use` has ended. `exited` says whether the receiver exited on its own. */
async function running<T>(
  { language, code, command }: Receiver,
  secret: string,
  use: (base: string, output: () => string, exited: () => boolean) => Promise<T>,
): Promise<T> {
  const port = String(await freePort());
  const place = mkdtempSync(join(folder, `${language}-`));
  const name = /\S+\.\w+$/.exec(command)?.[0] ?? 'Program.cs';
  writeFileSync(join(place, name), code.replaceAll('8080', port));
  if (language === 'csharp') writeFileSync(join(place, 'receiver.csproj'), projectFile());
  // In its own process group, because `go run` and `dotnet run` start another process.
  const child = spawn('sh', ['-c', `exec ${command.replace('8080', port)}`], {
    cwd: place,
    detached: true,
    // Java prints in the encoding of the locale.
    env: { ...process.env, LC_ALL: 'C.UTF-8', SIGILL_CALLBACK_SECRET: secret, PYTHONUNBUFFERED: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.on('close', resolve));
  try {
    return await use(
      `http://localhost:${port}`,
      () => output,
      () => child.exitCode !== null,
    );
  } finally {
    if (child.exitCode === null) process.kill(-child.pid!);
    await ended;
  }
}

const listens = (base: string) =>
  fetch(base).then(
    () => true,
    () => false,
  );

const post = async (base: string, body: string, headers: Record<string, string>) =>
  (await fetch(`${base}/sigill`, { method: 'POST', body, headers })).status;

async function receivedCallback() {
  const name = crypto.randomUUID();
  await world.ended('genuine', { callback_url: `${server.base}/_local/callbacks/${name}`, reference: 'café ☕' });
  const received = await eventually(async () => {
    const all = await server.receivedCallbacks(name);
    return all.length === 3 && all.find(({ raw }) => raw.includes('APPROVED'));
  }, 'the callbacks');
  const names = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const headers = Object.fromEntries(names.map((name) => [name, received.headers[name]!]));
  return { raw: received.raw, headers, id: headers['webhook-id']! };
}

async function requests() {
  const { raw, headers, id } = await receivedCallback();
  const signatures = headers['webhook-signature']!.split(' ');
  expect(signatures).toHaveLength(2);
  const signed = async (secret: string, minutes = 0) =>
    (await callbacks.sign(raw, secret, { id, now: new Date(Date.now() + minutes * 60_000) })).headers;
  const other = `whsec_${btoa('another secret of 32 bytes .....')}`;
  const list: [string, status: number, body: string, headers: Record<string, string>][] = [
    ['as received', 204, raw, headers],
    ['signatures in the other order', 204, raw, { ...headers, 'webhook-signature': signatures.toReversed().join(' ') }],
    ['one signature', 204, raw, await signed(secret)],
    ['four minutes old', 204, raw, await signed(secret, -4)],
    ['changed', 400, raw.replace('APPROVED', 'REJECTED'), headers],
    ['serialized again', 400, JSON.stringify(JSON.parse(raw), null, 1), headers],
    ['old', 400, raw, await signed(secret, -6)],
    ['from the future', 400, raw, await signed(secret, 6)],
    ['another secret', 400, raw, await signed(other)],
    ['another id', 400, raw, { ...headers, 'webhook-id': 'msg_0' }],
    ['no headers', 400, raw, {}],
    ['no body', 400, '', headers],
    ['no time', 400, raw, { ...headers, 'webhook-timestamp': 'today' }],
    ['no ASCII', 400, raw, { ...headers, 'webhook-id': 'é', 'webhook-signature': 'v1,é' }],
  ];
  return list;
}

test('the guide has a receiver in each language', () =>
  expect(receivers.map(({ language }) => language)).toEqual(Object.keys(needs)));

describe.each(receivers)('$language', (receiver) => {
  test.runIf(here.has(receiver.language))('takes genuine callbacks only', () =>
    running(receiver, secret, async (base, output, exited) => {
      await eventually(async () => exited() || (await listens(base)), 'the receiver to listen', 180_000);
      expect(exited(), output()).toBe(false);
      const { id: session_id } = await world.ended('genuine', { callback_url: `${base}/sigill`, reference: 'order-7' });
      await eventually(async () => {
        const { callbacks } = await world.succeed('callback.list', { session_id }, { bearer: world.account.bearer });
        return callbacks.length === 3 && callbacks.every(({ state }) => state === 'DELIVERED');
      }, 'the receiver to take the callbacks');
      expect(output()).toMatch(/APPROVED.*order-7/);

      const answers: Record<string, number> = {};
      const expected: Record<string, number> = {};
      for (const [name, status, body, headers] of await requests()) {
        expected[name] = status;
        answers[name] = await post(base, body, headers);
      }
      expect(answers, output()).toEqual(expected);
      expect(output()).toContain('café ☕');
    }),
  );

  test.runIf(here.has(receiver.language))('takes nothing without a secret', () =>
    running(receiver, '', async (base, output, exited) => {
      await eventually(async () => exited() || (await listens(base)), 'the receiver to start', 180_000);
      if (exited()) return;
      // A receiver must not accept this, because anyone can sign with an empty key.
      const time = String(Math.floor(Date.now() / 1000));
      const signature = `v1,${createHmac('sha256', '').update(`msg_1.${time}.{}`).digest('base64')}`;
      const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': signature };
      expect(await post(base, '{}', headers), output()).toBeGreaterThanOrEqual(400);
    }),
  );
});
