/** `sigill mcp` from its packed tarball, called with the protocol's own client library, as by an assistant. */
// SQLite only: it is about a package.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { questions } from '../support/documentation/questions.ts';
import { installPackedCli, type PackedCli } from '../support/packages/packed-cli.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
let cli: PackedCli;
let assistant: Client;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
  cli = installPackedCli();
  assistant = await connect();
});
afterAll(async () => {
  await assistant?.close();
  cli?.remove();
  await server?.stop();
});

async function connect(...args: string[]): Promise<Client> {
  const { basic } = world.account;
  const client = new Client({ name: 'tests', version: '1.0.0' });
  const env = { SIGILL_PUBLIC_KEY: basic.public_key, SIGILL_SECRET: basic.secret, SIGILL_BASE_URL: server.base };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [cli.program, 'mcp', ...args], env }),
  );
  return client;
}

async function use(name: string, input: Record<string, unknown> = {}, client = assistant) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [{ text }] = content as [{ text: string }];
  return { text, isError, value: () => JSON.parse(text) as Record<string, unknown> };
}

describe('sigill mcp', () => {
  test('says what it is and what it can do, with the schemas of the contract', async () => {
    expect(assistant.getServerVersion()).toMatchObject({ name: 'sigill' });
    const { tools } = await assistant.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['session_create', 'session_get', 'session_state', 'session_list', 'session_abort', 'session_seen_before'],
      ...['callback_list', 'callback_get', 'callback_resend', 'dashboard_usage'],
      ...['trigger', 'search_docs', 'read_doc'],
    ]);
    const create = tools.find(({ name }) => name === 'session_create');
    expect(create?.inputSchema.properties).toMatchObject({
      specimen: { type: 'boolean' },
      reference: { maxLength: 255 },
    });
    expect(JSON.stringify(tools)).not.toMatch(/\$ref|"x-/);
    expect(tools.find(({ name }) => name === 'session_list')?.annotations).toEqual({ readOnlyHint: true });
  });

  test('makes calls, and lets the assistant read why one was refused', async () => {
    const created = (await use('session_create', { specimen: true, reference: 'by an assistant' })).value();
    const listed = (await use('session_list', { reference: 'by an assistant' })).value();
    expect(listed).toMatchObject({ sessions: [{ id: created['id'], state: 'CREATED' }] });
    expect(await use('session_abort', { id: created['id'] })).toMatchObject({ isError: false });
    const again = await use('session_abort', { id: created['id'] });
    expect(again.isError).toBe(true);
    expect(again.text).toMatch(/^The session is ABORTED and cannot be changed\. \(request req_/);
    expect(await use('session_get', { id: 'x' })).toMatchObject({ isError: true });
  });

  test('takes a specimen session to its end', async () => {
    const { value } = await use('trigger', { outcome: 'rejected:chip_auth_failed', reference: 'played' });
    expect(value()).toEqual({
      id: expect.any(Number),
      state: 'REJECTED',
      failure_code: 'chip_auth_failed',
      help_url: expect.stringMatching(/\/failure-guide#chip_auth_failed$/),
    });
    expect((await use('session_get', { id: value()['id'] })).value()).toMatchObject({
      specimen: true,
      reference: 'played',
    });
    expect((await use('trigger', { outcome: 'nonsense' })).isError).toBe(true);
  });

  test('hides identity data of real people unless configured otherwise', async () => {
    const { id } = await world.ended('genuine', { specimen: true });
    const specimen = (await use('session_get', { id })).value();
    expect(specimen).toMatchObject({ state: 'APPROVED', surname: expect.any(String) });
    expect(specimen).not.toHaveProperty('portrait');
    // As in production, where sessions are of real people unless marked otherwise.
    await server.ctx.db.updateTable('sessions').set({ specimen: 0 }).where('id', '=', id).execute();
    const shown = (await use('session_get', { id })).value();
    expect(shown).toMatchObject({ state: 'APPROVED', specimen: false, chip: expect.any(Object) });
    for (const name of ['surname', 'given_names', 'document_number', 'date_of_birth', 'mrz', 'portrait', 'user_ip'])
      expect(shown).not.toHaveProperty(name);
    const told = await connect('--identity-data');
    const whole = (await use('session_get', { id }, told)).value();
    await told.close();
    expect(whole).toMatchObject({ surname: specimen['surname'] });
    expect(whole).not.toHaveProperty('portrait');
  });

  test('finds and reads the documentation', async () => {
    const found = JSON.parse((await use('search_docs', { query: 'verify the signature of a callback' })).text) as {
      id: string;
    }[];
    expect(found.map(({ id }) => id)).toContain('integration-guide#callbacks');
    const call = JSON.parse((await use('search_docs', { query: 'session.redact' })).text) as { id: string }[];
    expect(call[0]?.id).toBe('reference#session.redact');
    const { text } = await use('read_doc', { id: 'integration-guide#specimens' });
    expect(text).toContain('specimen: true');
    expect(text).not.toContain('{{');
    expect(await use('read_doc', { id: 'nothing' })).toMatchObject({ isError: true });
    for (const word of ['xyzzy', '']) expect(JSON.parse((await use('search_docs', { query: word })).text)).toEqual([]);
  });
});

describe('search_docs', () => {
  /** The tool has the guides and the calls, not the other pages of the site. */
  const answered = questions.en.filter(([, found]) => /-guide#|#session|#callback|#user|^#/.test(found.source));

  test.each(answered)('finds for “%s” among the first three %s', async (query, found) => {
    const results = JSON.parse((await use('search_docs', { query })).text) as { id: string }[];
    const places = results.slice(0, 3).map(({ id }) => `/${id}`);
    expect(places).toContainEqual(expect.stringMatching(found));
  });
});

describe('an invalid request to sigill mcp', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1', -32700, null],
    ['[]', -32600, null],
    ['{"jsonrpc":"2.0","id":7,"method":"roots/list"}', -32601, 7],
    ['{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"rm"}}', -32602, 8],
  ])('%s is refused with %i', async (line, code, id) => {
    const { basic } = world.account;
    const running = cli.start(['mcp'], {
      SIGILL_PUBLIC_KEY: basic.public_key,
      SIGILL_SECRET: basic.secret,
      SIGILL_BASE_URL: server.base,
    });
    running.child.stdin?.end(`${line}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`);
    const { out, code: exit } = await running.ended;
    expect(JSON.parse(out)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    expect(exit).toBe(0);
  });
});
