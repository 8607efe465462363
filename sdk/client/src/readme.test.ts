import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY, PROOF } from '../../../tests/matrix/programs/proof.mjs';
import { callbacks } from './index.ts';
import { type Answer, complete, problem, serve } from './testing/scripted-server.ts';

const sdk = join(import.meta.dirname, '..');
const readme = readFileSync(join(sdk, 'README.md'), 'utf8');
const samples = [...readme.matchAll(/## (.+)\n|```ts\n([\s\S]+?)```/g)];
const secret = `whsec_${btoa('a signing secret of 32 bytes ...')}`;
let folder: string;

// Inside the package, so that the samples can import it by its own name.
beforeAll(() => {
  folder = mkdtempSync(join(sdk, '.readme-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function sampleUnder(heading?: string): string {
  const start = samples.findIndex(([, title]) => title === heading);
  return samples.slice(start).find(([, , code]) => code)?.[2] ?? expect.unreachable(`no sample under ${heading}`);
}

function start(code: string, baseUrl: string): { child: ChildProcess; output: () => string } {
  const file = join(folder, `sample-${crypto.randomUUID()}.ts`);
  writeFileSync(file, code);
  const env = {
    ...process.env,
    SIGILL_PUBLIC_KEY: 'public-key-12345678',
    SIGILL_SECRET: 'secret-1234567890123456',
    SIGILL_BASE_URL: baseUrl,
    SIGILL_CALLBACK_SECRET: secret,
  };
  const child = spawn(process.execPath, ['--conditions=source', file], { env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

async function run(code: string, ...answers: Answer[]): Promise<string> {
  await using server = await serve(...answers);
  const { child, output } = start(code, server.baseUrl);
  const exit = await new Promise((resolve) => child.on('close', resolve));
  expect(exit, output()).toBe(0);
  return output();
}

test('runs the quick start', async () => {
  const person = { given_names: 'Anna Maria', surname: 'Eriksson', date_of_birth: '1974-08-12' };
  const output = await run(
    sampleUnder(),
    {},
    { body: { state: 'APPROVED' } },
    { body: { ...complete, state: 'APPROVED', ...person } },
  );
  expect(output).toBe('Send the end user to https://sigill.example/open?token=t\nAnna Maria Eriksson 1974-08-12\n');
});

test('runs the sample of errors', async () => {
  expect(await run(sampleUnder('Errors'), problem(404, 'not_found', 'No session found with id: 1'))).toBe(
    'No session found with id: 1\n',
  );
});

test('runs the sample of retries', async () => {
  expect(await run(sampleUnder('Retries, timeouts, signals'), {})).toMatch(/session\.create: 200 .+\n1 request-1\n$/);
});

test('runs the sample of options', async () => {
  const usage = { today: { total: 3 }, last_30_days: {}, last_90_days: {}, days: [] };
  expect(await run(sampleUnder('Options'), { body: usage })).toBe('{ total: 3 }\n');
});

test('runs the sample of lists', async () => {
  expect(await run(sampleUnder('Lists'), { body: { sessions: [{ id: 1, reference: 'a' }] } })).toBe('1 a\n');
});

test('runs the sample of proofs', async () => {
  // The sample's issuer does not exist on this machine, so its keys come from a data URL.
  const keys = `data:application/json,${encodeURIComponent(JSON.stringify({ keys: [KEY] }))}`;
  const code = sampleUnder('Proofs').replace(/`\S+jwks\.json`/, `'${keys}'`);
  const output = await run(code, { body: { proof: PROOF, specimen: false } });
  expect(output).toBe('ERIKSSON true 2026-03-02\n');
});

test('accepts a callback and refuses another in the sample of callbacks', async () => {
  await using server = await serve({ body: { ...complete, state: 'APPROVED' } });
  const port = await freePort();
  const { child, output } = start(sampleUnder('Callbacks').replace('8080', String(port)), server.baseUrl);
  try {
    const data = { id: 7, state: 'APPROVED', previous_state: 'COMPLETED' } as const;
    const event = { id: 'msg_1', type: 'session.state_changed', created: '2026-11-21T09:32:05.113Z', data } as const;
    const send = async (key: string) => {
      const { body, headers } = await callbacks.sign(event, key);
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status;
    };
    await expect.poll(() => send(secret).catch(() => 'not listening'), { timeout: 10_000 }).toBe(204);
    expect(server.received).toMatchObject([{ path: '/api/v1/session.get', body: { id: 7 } }]);
    expect(await send(`whsec_${btoa('another key')}`)).toBe(400);
    expect(output()).toContain('CallbackVerificationError: The signature was not made with this secret.');
  } finally {
    child.kill();
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : expect.unreachable();
}
