import { type IncomingMessage, request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
let account: Account;
const log: string[] = [];

const MANY = Number(process.env['SESSIONS'] ?? 20_000);

beforeAll(async () => {
  server = await createTestServer({ log: (line) => log.push(line) });
  account = await server.account();
  world = createWorld(server, account);
  await manySessions(account, MANY);
});
afterAll(() => server?.stop());

const post = (id: OperationId, body: object, { bearer }: { bearer: string }) =>
  fetch(`${server.base}/api/v1/${id}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  });

let madeSessions = 10_000_000;

async function manySessions(owner: Account, count: number): Promise<void> {
  const { id: merchant_id } = await world.succeed('merchant.self', {}, owner);
  for (let at = 0; at < count; at += 500)
    await server.ctx.db
      .insertInto('sessions')
      .values(
        Array.from({ length: Math.min(500, count - at) }, (_, index) => ({
          id: ++madeSessions,
          merchant_id,
          demo: 0,
          secret_hash: Buffer.alloc(32),
          state: 'ABORTED' as const,
          created: new Date(Date.UTC(2026, 0, 1) + (at + index) * 1000).toISOString(),
          expires: '2026-12-31T00:00:00.000Z',
          ended: '2026-12-31T00:00:00.000Z',
          reference: `order-${at + index}-`.padEnd(200, 'x'),
          face_verification: 0,
          passport_only: 0,
          require_clone_protection: 0,
          challenges: 0,
          chip_authentications: 0,
          specimen: 0,
          specimen_only: 0,
          verification_tries: 0,
        })),
      )
      .execute();
  // PostgreSQL does this automatically within a minute. Until then it reads the whole account for each page.
  await sql`analyze sessions`.execute(server.ctx.db);
}

describe('session.export', () => {
  test('writes what the list shows, as JSON and as a table, with the same filters', async () => {
    const owner = await server.account();
    const own = createWorld(server, owner);
    for (const reference of ['=1+1', 'two, "words"', 'Ärende', 'other']) await own.session({ reference });
    const { sessions } = await own.succeed('session.list', {}, owner);
    const json = await post('session.export', { format: 'json' }, owner);
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(json.headers.get('content-disposition')).toMatch(/^attachment; filename="sessions-\d{4}-\d\d-\d\d\.json"$/);
    expect(await json.json()).toEqual({ sessions });

    const csv = await post('session.export', { format: 'csv' }, owner);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const bytes = Buffer.from(await csv.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString('utf8');
    for (const cell of [",'=1+1,CREATED,", ',"two, ""words""",CREATED,', ',Ärende,CREATED,'])
      expect(text).toContain(cell);

    const some = await post('session.export', { format: 'json', search: 'Är', states: ['CREATED', 'FAILED'] }, owner);
    expect(await some.json()).toMatchObject({ sessions: [{ reference: 'Ärende' }] });
  });

  test('of no sessions is an empty file', async () => {
    const owner = await server.account();
    expect(await (await post('session.export', { format: 'json' }, owner)).json()).toEqual({ sessions: [] });
    expect((await (await post('session.export', { format: 'csv' }, owner)).text()).trim().split('\r\n')).toHaveLength(
      1,
    );
  });

  test('is in the audit log', async () => {
    const owner = await server.account();
    await (await post('session.export', { format: 'csv' }, owner)).text();
    const { entries } = await world.succeed('audit.list', {}, owner);
    expect(entries[0]).toMatchObject({ action: 'session.export', actor: 'USER' });
  });

  test('writes many sessions without holding them in memory, and stops when its client disconnects', async () => {
    const before = process.memoryUsage().rss;
    let most = before;
    let lines = 0;
    let last = '';
    const answer = await post('session.export', { format: 'json' }, account);
    const decoder = new TextDecoder();
    for await (const chunk of answer.body!) {
      const text = last + decoder.decode(chunk, { stream: true });
      const ends = text.split('\n');
      last = ends.pop()!;
      lines += ends.filter((line) => line.startsWith('{"id"')).length;
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect(lines).toBe(MANY);
    // The whole file takes MANY times 300 bytes, and its rows in memory would take several times that.
    expect(most - before).toBeLessThan(150 * 1024 * 1024);

    // The service waits for a client that reads nothing, and ends the export when it disconnects.
    const exports = () => log.filter((line) => line.includes('"session.export"')).length;
    const ended = exports();
    const { leave } = await idleCaller();
    for (let call = 0; call < 100; call++) await world.succeed('session.list', { limit: 1 }, account);
    expect(exports()).toBe(ended);
    leave();
    await eventually(async () => exports() > ended, 'the export to end');
    expect(log.filter((line) => line.includes('was cut off'))).toEqual([]);
  });
});

describe('many concurrent exports', () => {
  const audited = async (owner: Account) =>
    (await world.succeed('audit.list', {}, owner)).entries.filter(({ action }) => action === 'session.export').length;

  test('are limited to two per account; the next one is refused with a time to retry before a file begins', async () => {
    const [busy, other] = [account, await server.account()];
    const before = await audited(busy);
    await createWorld(server, other).session({ reference: 'of the other account' });
    const idle = [await idleCaller(busy), await idleCaller(busy)];
    const refused = await post('session.export', { format: 'json' }, busy);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      error: '2 exports of this account are already running. Try again when one has finished',
      code: 'rate_limited',
    });
    expect(await audited(busy)).toBe(before + 2);
    const file = await post('session.export', { format: 'json' }, other);
    expect(await file.json()).toMatchObject({ sessions: [{ reference: 'of the other account' }] });
    // A slot is free again when its client has disconnected in the middle of the file.
    idle[0]!.leave();
    const whole = await eventually(async () => {
      const answer = await post('session.export', { format: 'json' }, busy);
      return answer.status === 200 && answer;
    }, 'a place');
    expect(((await whole.json()) as { sessions: unknown[] }).sessions).toHaveLength(MANY);
    expect((await post('session.export', { format: 'csv' }, other)).status).toBe(200);
    for (const { leave } of idle) leave();
  });

  test('fifty of one account all get an immediate response, and no slot is lost', async () => {
    const owner = await server.account();
    await manySessions(owner, 5_000);
    const statuses = await tally(owner, 50);
    expect(statuses[200]! + statuses[429]!).toBe(50);
    expect(statuses[200]).toBeGreaterThanOrEqual(2);
    expect(statuses[429]).toBeGreaterThan(0);
    expect(await audited(owner)).toBe(statuses[200]);
    for (let n = 0; n < 5; n++) expect((await taken(owner)).status).toBe(200);
  });

  async function taken(owner: Account): Promise<Response> {
    const answer = await post('session.export', { format: 'json' }, owner);
    await answer.text();
    return answer;
  }

  /** @returns how many of the concurrent exports got each status. */
  async function tally(owner: Account, count: number): Promise<Record<number, number>> {
    const statuses: Record<number, number> = {};
    await Promise.all(
      Array.from({ length: count }, async () => {
        const { status } = await taken(owner);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
    return statuses;
  }
});

async function idleCaller({ bearer } = account): Promise<{ leave: () => void }> {
  const call = request(`${server.base}/api/v1/session.export`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
  });
  call.end(JSON.stringify({ format: 'json' }));
  const answer = await new Promise<IncomingMessage>((resolve) => call.on('response', resolve));
  answer.pause();
  return { leave: () => answer.destroy() };
}
