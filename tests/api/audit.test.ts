import { afterAll, describe, expect, test } from 'vitest';
import { audit, findTamperedEntry } from '../../server/audit/audit.service.ts';
import { actingAs } from '../../server/core/context.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { createTestServer } from '../support/server/test-server.ts';

const server = await createTestServer();
afterAll(() => server.stop());
const { call, signUp } = server;
const account = () => server.account();
const { db } = server.ctx;

const merchantOf = async (email: string) =>
  (await db.selectFrom('users').select('merchant_id').where('email', '=', email).executeTakeFirstOrThrow()).merchant_id;

test('audit.export writes what a filter finds as a table, and is in the log itself', async () => {
  const { bearer, key_id } = await account();
  for (let turn = 0; turn < 40; turn++)
    await call('user.rename_service_user', { id: key_id, name: `Key ${turn}` }, { bearer });
  const { text } = await call('audit.export', { format: 'csv', target: key_id }, { bearer });
  const [heading, ...lines] = text.trim().split('\r\n');
  expect(heading).toContain('created,action,actor,user_id,target_id,network');
  expect(lines).toHaveLength(41);
  expect(lines.at(-1)).toContain(',user.create_service_user,USER,');
  expect((await call('audit.list', { limit: 1 }, { bearer })).body.entries[0]!.action).toBe('audit.export');
});

describe('audit.list', () => {
  test('says who did what, newest first, in pages', async () => {
    const { bearer, key_id } = await account();
    await call('user.rotate_service_user', { id: key_id }, { bearer });
    const deleted = await call('user.delete', { id: key_id }, { bearer });
    const self = (await call('user.self', {}, { bearer })).body;

    const first = (await call('audit.list', { limit: 3 }, { bearer })).body;
    expect(first.entries.map(({ action }) => action)).toEqual([
      'user.delete',
      'user.rotate_service_user',
      'user.create_service_user',
    ]);
    expect(first.entries[0]).toEqual({
      id: expect.any(Number),
      created: expect.any(String),
      action: 'user.delete',
      actor: 'USER',
      user_id: self.id,
      target_id: key_id,
      request_id: deleted.headers.get('x-request-id'),
      network: '127.0.0.0/24',
    });
    const second = (await call('audit.list', { limit: 3, cursor: first.next_cursor! }, { bearer })).body;
    expect(second.entries.map(({ action }) => action)).toEqual(['password.create']);
    expect(second.next_cursor).toBeUndefined();
  });

  test('says which network and device a call came from, but no address', async () => {
    const { bearer } = await account();
    const user_agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await call('user.create_service_user', { name: 'Shop' }, { bearer }, { 'user-agent': user_agent });
    const [entry] = (await call('audit.list', {}, { bearer })).body.entries;
    expect(entry).toMatchObject({ network: '127.0.0.0/24', browser: 'Firefox', system: 'Windows' });
  });

  test('finds entries by action, person, target and time', async () => {
    const { bearer, key_id } = await account();
    const { id } = (await call('user.self', {}, { bearer })).body;
    await call('user.rotate_service_user', { id: key_id }, { bearer });
    const list = async (filter: object) =>
      (await call('audit.list', filter, { bearer })).body.entries.map(({ action }) => action);
    const all = await list({});
    expect(await list({ actions: ['user.rotate_service_user', 'session.get'] })).toEqual(['user.rotate_service_user']);
    const several = [
      'user.create_service_user',
      'user.rotate_service_user',
      'merchant.update',
      'user.rotate_service_user',
    ];
    expect(await list({ actions: several })).toEqual(['user.rotate_service_user', 'user.create_service_user']);
    expect(await list({ actions: several, target: key_id })).toEqual(await list({ actions: several }));
    expect(await list({ target: key_id })).toEqual(['user.rotate_service_user', 'user.create_service_user']);
    expect(await list({ user: id })).toEqual(all);
    expect(await list({ user: key_id })).toEqual([]);
    const later = new Date(server.ctx.deps.clock.now().getTime() + 1000).toISOString();
    expect(await list({ created_to: later })).toEqual(all);
    expect(await list({ created_from: later })).toEqual([]);
  });

  test('lists several actions in pages, each entry once', async () => {
    const { bearer, key_id } = await account();
    for (let at = 0; at < 5; at++) {
      await call('user.rotate_service_user', { id: key_id }, { bearer });
      await call('merchant.update', { retention_hours: at + 1 }, { bearer });
    }
    const actions = ['merchant.update', 'user.rotate_service_user', 'session.get'];
    const found = [];
    for (let cursor: string | undefined, isFirst = true; cursor || isFirst; isFirst = false) {
      const page = (await call('audit.list', { actions, limit: 3, ...(cursor && { cursor }) }, { bearer })).body;
      found.push(...page.entries);
      cursor = page.next_cursor;
    }
    const all = (await call('audit.list', {}, { bearer })).body.entries;
    expect(found).toEqual(all.filter(({ action }) => actions.includes(action)));
    expect(found).toHaveLength(10);
  });

  test('treats a cursor of another account like an unknown one', async () => {
    const [ada, bob] = [await account(), await account()];
    const { next_cursor } = (await call('audit.list', { limit: 1 }, { bearer: ada.bearer })).body;
    for (const cursor of [next_cursor!, 'abc', '1', '0x1']) {
      const { status, body } = await call('audit.list', { cursor }, { bearer: bob.bearer });
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'not_found', error: 'No page found for this cursor' });
    }
  });

  test('contains no personal data', async () => {
    const { email, bearer } = await signUp();
    const entries = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('merchant_id', '=', await merchantOf(email))
      .execute();
    expect(entries).not.toEqual([]);
    expect(JSON.stringify(entries)).not.toContain(email);
    expect(JSON.stringify(entries)).not.toContain(bearer);
  });
});

describe('the audit chain', () => {
  const chain = async () => {
    const { email, bearer } = await account();
    await call('user.create_service_user', {}, { bearer });
    return merchantOf(email);
  };
  const entry = (merchant_id: number, sequence: number) =>
    db.updateTable('audit_entries').where('merchant_id', '=', merchant_id).where('sequence', '=', sequence);

  test('verifies when entries were written concurrently', async () => {
    const { email, bearer } = await account();
    await Promise.all(Array.from({ length: 20 }, () => call('user.create_service_user', {}, { bearer })));
    expect(await findTamperedEntry({ db, deps: server.deps }, await merchantOf(email))).toBeUndefined();
  });

  test.each([
    { action: 'user.delete' as const },
    { user_id: 1 },
    { target_id: null },
    { created: '2026-01-01T00:00:00.000Z' },
    { request_id: 'another' },
  ])('reports an entry that was changed: %j', async (change) => {
    const merchant_id = await chain();
    await entry(merchant_id, 2).set(change).execute();
    expect(await findTamperedEntry({ db, deps: server.deps }, merchant_id)).toBe(2);
  });

  test('reports where an entry was removed, at the end too', async () => {
    for (const sequence of [1, 3]) {
      const merchant_id = await chain();
      await db
        .deleteFrom('audit_entries')
        .where('merchant_id', '=', merchant_id)
        .where('sequence', '=', sequence)
        .execute();
      expect(await findTamperedEntry({ db, deps: server.deps }, merchant_id)).toBe(sequence);
    }
  });

  test('rejects an entry from another history', async () => {
    const { email, bearer } = await signUp();
    const merchant_id = await merchantOf(email);
    const { deps } = server;
    const forged = await inTransaction({ db, deps }, async (ctx) => {
      await audit(actingAs(ctx, { merchant_id }), 'user.delete');
      throw await ctx.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('merchant_id', '=', merchant_id)
        .where('sequence', '=', 2)
        .executeTakeFirstOrThrow();
    }).catch((row) => row);
    for (let key = 0; key < 2; key++) await call('user.create_service_user', {}, { bearer });
    expect(await findTamperedEntry({ db, deps: server.deps }, merchant_id)).toBeUndefined();
    await entry(merchant_id, 2).set(forged).execute();
    expect(await findTamperedEntry({ db, deps: server.deps }, merchant_id)).toBe(3);
  });
});
