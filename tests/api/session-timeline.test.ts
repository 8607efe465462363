import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const eventsOf = async (id: number) => (await world.succeed('session.timeline', { id }, world.account)).events;
const kindsOf = async (id: number) => (await eventsOf(id)).map(({ kind }) => kind);

describe('session.timeline', () => {
  test('shows a session from its creation to the redaction of its data', async () => {
    const { id } = await world.ended('genuine-ca', { callback_url: `${server.base}/_local/callbacks/timeline` });
    const kinds = await eventually(async () => {
      const now = await kindsOf(id);
      return now.filter((kind) => kind === 'CALLBACK_SENT').length === 3 && now;
    }, 'the callbacks to be sent');
    expect(kinds.filter((kind) => kind !== 'CALLBACK_SENT')).toEqual([
      'CREATED',
      'OPENED',
      'STARTED',
      'CHIP_AUTHENTICATION',
      'READ',
      'APPROVED',
    ]);
    const events = await eventsOf(id);
    const times = events.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    const files = events.find(({ kind }) => kind === 'READ')?.files ?? [];
    expect(files[0]).toMatchObject({ file: 'com' });
    expect(files.map(({ file }) => file)).toEqual(expect.arrayContaining(['sod', 'dg1', 'dg2', 'dg14']));
    for (const { bytes, duration_ms } of files) {
      expect(bytes).toBeGreaterThan(10);
      expect(duration_ms).toBeGreaterThanOrEqual(0);
    }
    const tries = events.flatMap(({ callback }) => callback ?? []);
    expect(tries.map(({ session_state }) => session_state)).toEqual(['INITIATED', 'COMPLETED', 'APPROVED']);
    expect(tries[0]).toMatchObject({ number: 1, status_code: 204 });

    await world.succeed('session.redact', { id }, world.account);
    expect(await kindsOf(id)).toContain('REDACTED');
    const session = await world.succeed('session.get', { id }, world.account);
    expect(JSON.stringify(session)).not.toContain('sod');
  });

  test('works with a reader that reports no times', async () => {
    const { id, headers, body } = await world.submission();
    await world.succeed('reader.submit', body, {}, headers);
    const read = (await eventsOf(id)).find(({ kind }) => kind === 'READ');
    expect(read?.files?.map(({ file }) => file).toSorted()).toEqual(Object.keys(body.files).toSorted());
    expect(read?.files?.[0]).not.toHaveProperty('duration_ms');
  });

  test('says when a link was first opened, even if nothing came of it', async () => {
    const { id, token } = await world.session();
    await world.succeed('reader.open', { token });
    const [, opened] = await eventsOf(id);
    await server.advance('PT1M');
    await world.succeed('reader.open', { token });
    await server.advance('PT24H');
    const { email, password } = world.account;
    const { access_token } = await world.succeed('password.authenticate', { email, password });
    const { events } = await world.succeed('session.timeline', { id }, { bearer: access_token });
    expect(events.map(({ kind }) => kind)).toEqual(['CREATED', 'OPENED', 'FAILED']);
    expect(events[1]).toEqual(opened);
    expect(events[2]).toMatchObject({ failure_code: 'session_expired' });
  });
});
