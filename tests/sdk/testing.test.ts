// SQLite only: it is about a package.
// CI only: it installs the packed SDK.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import { node20 } from '../support/packages/packed-package.ts';
import { installPackedTesting, type PackedSdk } from '../support/packages/packed-sdk.ts';
import { eventually } from '../support/server/test-server.ts';

let sdk: PackedSdk;
const START = `import { startTestService } from '@sigill/testing';
const service = await startTestService();
const { sigill } = service;
const said = (error: Error) => error.message;
`;
const END = `
await service.stop();`;

/** The service must ignore the environment of an integrator's tests, including its database and mode. */
const ENVIRONMENT = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://nobody@localhost:1/theirs',
  DATA_DIR: '/nowhere',
};

beforeAll(() => {
  sdk = installPackedTesting();
});
afterAll(() => sdk?.remove());

async function tried(name: string, code: string): Promise<Record<string, unknown>> {
  return JSON.parse(await sdk.run(`${name}.ts`, START + code + END, ENVIRONMENT)) as Record<string, unknown>;
}

const packed = (name: string) => readFileSync(join(sdk.project, 'node_modules/@sigill/testing', name), 'utf8');

test('the package for tests states its license and its contents', () => {
  const manifest = JSON.parse(packed('package.json'));
  expect(manifest.license).toBe('SEE LICENSE IN LICENSE');
  expect(packed('LICENSE')).not.toContain('MIT License');
  expect(manifest.peerDependencies).toEqual({ '@sigill/sdk': `^${manifest.version}` });
  const { metadata, components } = JSON.parse(packed('sbom.cdx.json'));
  expect(metadata.component.licenses).toEqual([{ license: { name: '@sigill/testing: LICENSE' } }]);
  const bundled = components.map(({ name }: { name: string }) => name);
  expect(bundled).toEqual(expect.arrayContaining(['express', 'kysely', 'pg']));
  const licenses = packed('dist/service/LICENSES.txt');
  expect(bundled.filter((name: string) => !licenses.includes(`${name} `))).toEqual([]);
});

test('the package for tests passes publint and attw', () => {
  const tarball = join(root, 'sdk/testing/sigill-testing.tgz');
  const run = (command: string, ...args: string[]) =>
    execFileSync(join(root, 'node_modules/.bin', command), args, { encoding: 'utf8', stdio: 'pipe' });
  expect(() => run('publint', '--strict', tarball)).not.toThrow();
  expect(() => run('attw', tarball)).not.toThrow();
});

test.skipIf(node20() === undefined)('on Node 20, the service for tests says which version of SQLite to install', () => {
  const program = `import('@sigill/testing').then(({ startTestService }) => startTestService()).catch(({ message }) => console.log(message))`;
  const said = execFileSync(node20()!, ['-e', program], { cwd: sdk.project, encoding: 'utf8' });
  expect(said).toMatch(
    /^better-sqlite3 13\.\S+ does not run on Node 20\.\S+\. Run: npm install --save-dev better-sqlite3@12\n$/,
  );
});

const UNKNOWN_IMPORTS = `
import { readdirSync, readFileSync } from 'node:fs';
const folder = process.argv[1];
for (const file of readdirSync(folder).filter((name) => name.endsWith('.mjs')))
  for (const [, names, module] of readFileSync(folder + '/' + file, 'utf8').matchAll(/import(?:[\\w$]+,)?\\{([^}]*)\\}from"(node:[\\w/]+)"/g))
    for (const name of names.split(',').map((each) => each.split(' as ')[0]))
      if (!(name in (await import(module)))) console.log(file, module, name);`;

test.skipIf(node20() === undefined)('the service for tests imports from Node only what Node 20 has', () => {
  const folder = join(sdk.project, 'node_modules/@sigill/testing/dist/service/server');
  const unknown = execFileSync(node20()!, ['--input-type=module', '-e', UNKNOWN_IMPORTS, folder], { encoding: 'utf8' });
  expect(unknown).toBe('');
});

describe('the service for tests', () => {
  test('takes a session to any end by its id or its token, and lists the possible ends', async () => {
    expect(
      await tried(
        'finish',
        `
const first = await sigill.session.create({ reference: 'order-1' });
const approved = await service.finish(first.id, 'approved');
const person = await sigill.session.get({ id: first.id });
const ends: unknown[] = [];
for (const outcome of ['rejected:document_expired', 'failed:nfc_lost', 'aborted']) {
  const { state, failure_code } = await service.finish((await sigill.session.create()).token, outcome);
  ends.push([state, failure_code]);
}
const passports = await sigill.session.create({ passport_only: true });
const { id } = await sigill.session.create();
console.log(JSON.stringify({
  approved: approved.state, named: person.state === 'APPROVED' && Boolean(person.surname), ends,
  card: (await service.finish(passports.id, 'rejected:document_type_not_allowed')).failure_code,
  unfit: await service.finish(id, 'rejected:document_type_not_allowed').catch(said),
  unknown: await service.finish(id, 'aproved').catch(said),
  stranger: await service.finish(123, 'approved').catch(said),
}));`,
      ),
    ).toEqual({
      approved: 'APPROVED',
      named: true,
      ends: [
        ['REJECTED', 'document_expired'],
        ['FAILED', 'nfc_lost'],
        ['ABORTED', null],
      ],
      card: 'document_type_not_allowed',
      unfit: 'The outcome rejected:document_type_not_allowed needs a session created with passport_only: true.',
      unknown: 'Unknown outcome: aproved. Did you mean approved? Run sigill trigger --list to see all.',
      stranger: 'No session with id 123 was created in this service.',
    });
  });

  test("sends signed callbacks to its own receiver and to the integrator's", async () => {
    expect(
      await tried(
        'callbacks',
        `
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
const heard: string[] = [];
const receiver = createServer(async (request, response) => {
  const event = await sigill.callbacks.unwrap(await text(request), request.headers, service.signingSecret);
  if (event.type === 'session.state_changed') heard.push(event.data.state);
  response.writeHead(204).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;
const kept = await sigill.session.create({ callback_url: service.callbackUrl });
const theirs = await sigill.session.create({ callback_url: \`http://127.0.0.1:\${port}/\` });
await service.finish(theirs.id, 'rejected:document_expired');
await service.finish(kept.id, 'approved');
const states: unknown[] = [];
for (const { raw, headers } of await service.callbacks()) {
  const event = await sigill.callbacks.unwrap(raw, headers, service.signingSecret);
  if (event.type === 'session.state_changed') states.push([event.data.id === kept.id, event.data.state]);
}
console.log(JSON.stringify({ kept: states, heard }));
receiver.close();`,
      ),
    ).toEqual({
      kept: [
        [true, 'INITIATED'],
        [true, 'COMPLETED'],
        [true, 'APPROVED'],
      ],
      heard: ['INITIATED', 'COMPLETED', 'REJECTED'],
    });
  });

  test('moves the clock, and shows the emails with their codes', async () => {
    const result = await tried(
      'clock',
      `
import { createPortalClient } from '@sigill/sdk/portal';
const { id } = await sigill.session.create();
const before = await service.clock.now();
const after = await service.clock.advance({ hours: 24, seconds: 1 });
const { state } = await sigill.session.state({ id });
const { password } = createPortalClient({ baseUrl: service.baseUrl });
await password.recoverSendCode({ email: service.email });
const [mail] = await service.mailbox();
await password.recover({ email: service.email, code: mail!.code!, new_password: 'a new one' });
console.log(JSON.stringify({
  hours: Math.floor((after.getTime() - before.getTime()) / 3_600_000), state,
  mailed: mail!.to === service.email && mail!.text.includes(mail!.code!),
  backwards: await service.clock.advance({ hours: -1 }).catch(said),
}));`,
    );
    expect(result).toEqual({
      ...{ hours: 24, state: 'FAILED', mailed: true },
      backwards: 'advance must be an ISO 8601 duration such as P30D or PT15M',
    });
  });

  test('fails a call as the contract declares it, drops its connection, and responds late', async () => {
    const { undeclared, ...result } = await tried(
      'faults',
      `
const tries: string[] = [];
const log = (text: unknown) => void tries.push(String(text));
const patient = sigill.withOptions({ logger: { debug() {}, info() {}, warn: log, error: log } });
const count = async () => (await sigill.session.list()).sessions.length;
await service.fail('session.create', { status: 503, times: 2 });
await patient.session.create();
const twice = tries.length;
await service.fail('session.create', { status: 403, code: 'credit_exhausted' });
const refused = await sigill.session.create().catch((error) => [error.constructor.name, error.status, error.code]);
await service.fail('session.create', { lost: 'request' });
const lost = await sigill.session.create({}, { maxRetries: 0 }).catch((error) => error.code);
const before = await count();
await service.fail('session.create', { lost: 'answer' });
await sigill.session.create();
const after = await count();
await service.fail('session.list', { delayMs: 60_000 });
const late = await sigill.session.list({}, { timeoutMs: 200, maxRetries: 0 }).catch((error) => error.code);
console.log(JSON.stringify({
  twice, refused, lost, before, after, late, now: await count(),
  undeclared: await service.fail('session.create', { status: 418 }).catch(said),
  foreign: (await service.fail('session.create', { status: 400, code: 'card_declined' }).catch(said))?.split('.')[0],
  unknown: await service.fail('session.crate', { status: 503 }).catch(said),
}));`,
    );
    expect(result).toEqual({
      twice: 2,
      refused: ['PermissionError', 403, 'credit_exhausted'],
      lost: 'connection_failed',
      // The call whose response was lost took effect once, because its retry had the same idempotency key.
      ...{ before: 1, after: 2, now: 2 },
      late: 'timeout',
      foreign: 'session',
      unknown: 'Unknown operation session.crate. Did you mean session.create?',
    });
    expect(undeclared).toMatch(/^session\.create never returns 418\. It can return: 400 /);
    expect(undeclared).toContain('403 role_not_allowed, csrf_failed, billing_inactive, credit_exhausted');
  });

  test('can be required from CommonJS, and ends with the process that started it', async () => {
    const baseUrl = await sdk.run(
      'required.cts',
      `const { startTestService } = require('@sigill/testing') as typeof import('@sigill/testing');
const { SigillError } = require('@sigill/sdk') as typeof import('@sigill/sdk');
void (async () => {
  const service = await startTestService();
  const error: unknown = await service.sigill.session.get({ id: 1 }).catch((error: unknown) => error);
  if (error instanceof SigillError && error.status === 404) process.stdout.write(service.baseUrl);
})();
`,
    );
    expect(baseUrl).toMatch(/^http:\/\/localhost:\d+$/);
    const isGone = () =>
      fetch(`${baseUrl}/healthz`).then(
        () => false,
        () => true,
      );
    await eventually(isGone, 'the service to end');
  });
});
