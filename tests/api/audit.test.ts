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
    });
    const second = (await call('audit.list', { limit: 3, cursor: first.next_cursor! }, { bearer })).body;
    expect(second.entries.map(({ action }) => action)).toEqual(['password.create']);
    expect(second.next_cursor).toBeUndefined();
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
