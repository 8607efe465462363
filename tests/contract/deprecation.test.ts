/**
 * How callers learn that a call is deprecated: from response headers, the SDK's log and types, and the data of the reference page.
 * No call is deprecated today, so these are generated from a contract in which two are.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contractHash, readContract } from '../../openapi/contract/contract.ts';
import * as outputs from '../../openapi/openapi-ts.config.ts';
import { operationTypes } from '../../scripts/generate/operation-types.ts';
import { heyApi } from '../../scripts/generate/sdk/client.ts';
import { referencePages } from '../../scripts/generate/site/reference.ts';
import { Sigill } from '../../sdk/client/src/index.ts';
import { operationIds } from '../support/contract/contract.ts';
import { createServerProcess, FROM_SOURCE, type ServerProcess } from '../support/process/server-process.ts';
import { send } from '../support/server/call.ts';
import { verifiedAccount } from '../support/server/newcomers.ts';

const DATES = { deprecated: true, 'x-deprecated-since': '2026-11-21', 'x-sunset': '2027-12-01' };
const changed = readContract();
Object.assign(changed.paths['/api/v1/session.state']!.post, DATES);
Object.assign(changed.paths['/api/v1/demo.create']!.post, DATES);

const folder = mkdtempSync(join(tmpdir(), 'sigill-deprecation-'));
let server: ServerProcess;

beforeAll(async () => {
  const OPERATIONS = join(folder, 'operations.gen.ts');
  writeFileSync(OPERATIONS, operationTypes(changed));
  const hook = join(import.meta.dirname, '../support/process/other-contract.mjs');
  // The hook replaces the contract's source with one that has deprecated calls.
  server = await createServerProcess({ OPERATIONS, NODE_OPTIONS: `--import ${hook}` }, undefined, FROM_SOURCE);
  await server.start();
});
afterAll(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true });
});

const JSON_BODY = { 'Content-Type': 'application/json' };
const noticeOf = ({ headers }: { headers: Headers }) =>
  ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));

test('a deprecated call: every response says since when, until when, and where to read more, whatever its status', async () => {
  const notice = (id: string, page: string) => [
    '@1795219200',
    'Wed, 01 Dec 2027 00:00:00 GMT',
    `<${server.base}/api-reference/${page}#${id}>; rel="deprecation"; type="text/html"`,
  ];
  for (const [id, page, body, status] of [
    ['demo.create', 'demo', '{}', 200],
    ['demo.create', 'demo', '{', 400],
    ['session.state', 'sessions', '{}', 401],
  ] as const) {
    const answer = await send(server.base, id, { headers: JSON_BODY, body });
    expect([id, answer.status, ...noticeOf(answer)]).toEqual([id, status, ...notice(id, page)]);
  }
});

test('other calls send no deprecation headers', async () => {
  for (const id of operationIds.filter((id) => id !== 'session.state' && id !== 'demo.create'))
    expect(noticeOf(await send(server.base, id, { headers: JSON_BODY, body: '{' })), id).toEqual([null, null, null]);
});

test('a deprecated call: the SDK logs it once for each client', async () => {
  const { basic: key } = await verifiedAccount(server.base);
  const lines: string[] = [];
  const logger = { error() {}, warn: (line: string) => void lines.push(line), info() {}, debug() {} };
  const client = () => new Sigill({ publicKey: key.public_key, secret: key.secret, baseUrl: server.base, logger });
  const sigill = client();
  const { id } = await sigill.session.create();
  for (let times = 0; times < 3; times++) await sigill.session.state({ id });
  expect(lines).toEqual([
    `[sigill] session.state has been deprecated since 2026-11-21 and works at least until 2027-12-01. See ${server.base}/api-reference/sessions#session.state`,
  ]);
  await client().session.state({ id });
  expect(lines).toHaveLength(2);
});

test("a deprecated call: the SDK's method is marked, with the dates", async () => {
  const { 'sdk.gen.ts': methods } = await heyApi(changed, outputs.portal, '');
  const marked = [...methods!.matchAll(/@deprecated (.*)\n {5}\*\/\n {4}(\w+)\(\w+\??: (\w+)Params/g)];
  expect(marked.map(([, words, , type]) => [type, words])).toEqual([
    ['SessionState', 'Since 2026-11-21. It works at least until 2027-12-01.'],
    ['DemoCreate', 'Since 2026-11-21. It works at least until 2027-12-01.'],
  ]);
});

test('a deprecated call: its reference page has its dates', () => {
  const pages = referencePages(changed) as Record<string, { operations?: object[] }>;
  for (const [page, operationId] of [
    ['sessions', 'session.state'],
    ['demo', 'demo.create'],
  ]) {
    const marked = pages[`resources/${page}.json`]!.operations!.filter((operation) => 'x-sunset' in operation);
    expect(marked).toEqual([expect.objectContaining({ operationId, ...DATES })]);
  }
});

describe('X-Contract', () => {
  test('names the contract that the server follows on every response of the API', async () => {
    const name = contractHash(changed);
    for (const id of operationIds)
      expect((await send(server.base, id, { headers: JSON_BODY, body: '{' })).headers.get('x-contract'), id).toBe(name);
    for (const [id, method] of [
      ['no.such', 'POST'],
      ['session.state', 'GET'],
      ['reader.state', 'OPTIONS'],
    ] as const) {
      const answer = await fetch(`${server.base}/api/v1/${id}`, { method });
      expect(answer.headers.get('x-contract'), `${method} ${id}`).toBe(name);
    }
    expect(name).toMatch(/^[0-9a-f]{12}$/);
  });

  test('is the name that the published contract gives itself', async () => {
    for (const path of ['/openapi.json', '/openapi.yaml']) {
      const { info } = parse(await (await fetch(server.base + path)).text());
      expect([path, info['x-contract']]).toEqual([path, contractHash(readContract())]);
    }
  });

  test('does not depend on the form in which the contract is written, and changes with any other edit', () => {
    const { openapi, ...rest } = readContract() as unknown as { openapi: string; info: object };
    expect(contractHash({ ...rest, openapi })).toBe(contractHash(readContract()));
    expect(contractHash({ openapi, ...rest, info: { ...rest.info, summary: 'Other words.' } })).not.toBe(
      contractHash(readContract()),
    );
  });
});
