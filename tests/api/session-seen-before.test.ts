/**
 * Whether an account has verified the same document before, how long the document is remembered, and that other accounts never
 * learn of it.
 */
import { generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentHash } from '../../server/sessions/seen/seen-document.service.ts';
import { findSessionById } from '../../server/sessions/session/session.repository.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());

async function remembering(document_memory_days: number): Promise<World> {
  const world = createWorld(server, await server.account());
  await world.succeed('merchant.update', { document_memory_days }, { bearer: world.account.bearer });
  return world;
}

const seen = async (world: World, id: number) =>
  world.succeed('session.seen_before', { id }, await server.signIn(world.account));
const seenAmong = async (world: World, session_ids: number[]) =>
  (await world.succeed('session_mark.get', { session_ids }, await server.signIn(world.account))).seen_before.toSorted(
    (a, b) => session_ids.indexOf(a) - session_ids.indexOf(b),
  );
const idsOf = ({ sessions }: { sessions: { id: number }[] }) => sessions.map(({ id }) => id);
const keptFor = async (world: World) => {
  const { id } = await world.succeed('merchant.self', {}, await server.signIn(world.account));
  return server.ctx.db.selectFrom('seen_documents').selectAll().where('merchant_id', '=', id).execute();
};
const NOTHING = { count: 0, sessions: [] };

describe('a document that was verified before', () => {
  test('is recognised in later sessions of the account, which name the earlier ones, newest first', async () => {
    const world = await remembering(30);
    const { basic } = world.account;
    const ids: number[] = [];
    for (const reference of ['first', 'second', 'third']) {
      const { id, token } = await world.succeed('session.create', { reference }, { basic });
      await world.read('genuine', token);
      ids.push(id);
    }
    const [first, second, third] = ids as [number, number, number];
    const before = await seen(world, third);
    expect(before).toEqual({
      count: 2,
      first: (await world.succeed('session.get', { id: first }, { basic })).ended,
      sessions: [
        { id: second, verified: expect.any(String), reference: 'second' },
        { id: first, verified: before.first, reference: 'first' },
      ],
    });
    expect(idsOf(await seen(world, second))).toEqual([first]);
    expect(await seen(world, first)).toEqual(NOTHING);
    expect(await seenAmong(world, ids)).toEqual([second, third]);
    const other = await world.ended('id-card');
    expect(await seen(world, other.id)).toEqual(NOTHING);
    const { id } = await world.ended('expired-document');
    expect(await seen(world, id)).toEqual(NOTHING);
    expect(await keptFor(world)).toHaveLength(4);
  });

  test('is recognised after its identity data was destroyed, until the days of the account are over', async () => {
    const world = await remembering(3);
    const first = await world.ended();
    await server.advance('PT25H');
    const second = await world.ended();
    const { basic } = world.account;
    expect(await world.succeed('session.get', { id: first.id }, { basic })).not.toHaveProperty('document_number');
    expect(idsOf(await seen(world, second.id))).toEqual([first.id]);
    expect(await seenAmong(world, [first.id, second.id])).toEqual([second.id]);
    await server.advance('P2D');
    expect(await seen(world, second.id)).toEqual(NOTHING);
    expect(await seenAmong(world, [first.id, second.id])).toEqual([]);
    await eventually(async () => (await keptFor(world)).length === 1, 'the older hash to be deleted');
    await server.advance('P2D');
    await eventually(async () => (await keptFor(world)).length === 0, 'both hashes to be deleted');
  });

  test('is forgotten when its session is redacted, even long after its identity data was destroyed', async () => {
    const world = await remembering(30);
    const { basic } = world.account;
    const [first, second] = [await world.ended(), await world.ended()];
    await server.advance('PT25H');
    const third = await world.ended();
    expect(idsOf(await seen(world, third.id))).toEqual([second.id, first.id]);
    await world.succeed('session.redact', { id: first.id }, { basic });
    expect(idsOf(await seen(world, third.id))).toEqual([second.id]);
    await world.succeed('session.redact', { id: third.id }, { basic });
    expect(await seen(world, third.id)).toEqual(NOTHING);
  });

  test('is remembered only if the account wants it, and forgotten at once when it no longer does', async () => {
    const world = createWorld(server, await server.account());
    const { bearer } = world.account;
    expect(await world.succeed('merchant.self', {}, { bearer })).toMatchObject({ document_memory_days: 0 });
    await world.ended();
    expect(await keptFor(world)).toEqual([]);
    await world.succeed('merchant.update', { document_memory_days: 30 }, { bearer });
    const [first, second] = [await world.ended(), await world.ended()];
    expect(idsOf(await seen(world, second.id))).toEqual([first.id]);
    await world.succeed('merchant.update', { document_memory_days: 0 }, { bearer });
    expect(await keptFor(world)).toEqual([]);
    expect(await seen(world, second.id)).toEqual(NOTHING);
    for (const document_memory_days of [-1, 366, 1.5, '30', null]) {
      const { status, body } = await server.call('merchant.update', { document_memory_days } as object, { bearer });
      expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path: 'document_memory_days' }] } });
    }
  });

  test('is forgotten with the account', async () => {
    const world = await remembering(30);
    await world.ended();
    const { bearer } = world.account;
    const { id } = await world.succeed('merchant.self', {}, { bearer });
    await world.succeed('merchant.delete', {}, { bearer });
    expect(
      await server.ctx.db.selectFrom('seen_documents').selectAll().where('merchant_id', '=', id).execute(),
    ).toEqual([]);
  });
});

describe('a backend', () => {
  test('learns with its API key what a person in the portal sees, and nothing of other accounts', async () => {
    const world = await remembering(30);
    const first = await world.ended('genuine', { reference: 'first' });
    const second = await world.ended();
    const asked = { id: second.id };
    const found = await world.succeed('session.seen_before', asked, { basic: world.account.basic });
    expect(found).toMatchObject({ count: 1, sessions: [{ id: first.id, reference: 'first' }] });
    expect(found).toEqual(await seen(world, second.id));
    const { basic } = (await remembering(30)).account;
    expect((await server.call('session.seen_before', asked, { basic })).status).toBe(404);
  });
});

describe('nothing is remembered', () => {
  test('of sessions that keep only answers, or whose data only the account can read', async () => {
    const world = await remembering(30);
    const { basic, bearer } = world.account;
    const claimed = await world.succeed('session.create', { claims: ['age_over_18'] }, { basic });
    await world.read('genuine', claimed.token);
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' }) as JWK & Record<string, unknown>;
    await world.succeed('merchant.change_delivery_key', { jwk }, { bearer });
    const sealed = await world.ended();
    for (const { id } of [claimed, sealed]) {
      expect(await world.succeed('session.get', { id }, { basic })).toMatchObject({ state: 'APPROVED' });
      expect(await seen(world, id)).toEqual(NOTHING);
    }
    expect(await keptFor(world)).toEqual([]);
  });
});

describe('across accounts', () => {
  test('the same document has unrelated hashes, and nobody learns that another account has seen it', async () => {
    const [one, other] = [await remembering(30), await remembering(30)];
    const mine = await one.ended();
    const theirs = await other.ended();
    expect(await seen(other, theirs.id)).toEqual(NOTHING);
    expect((await server.call('session.seen_before', { id: mine.id }, await server.signIn(other.account))).status).toBe(
      404,
    );
    const [[ofOne], [ofOther]] = [await keptFor(one), await keptFor(other)];
    expect(ofOne!.document_hash.equals(ofOther!.document_hash)).toBe(false);
  });

  test('a specimen and a real document with the same number are two documents, and so are two States’', async () => {
    const world = await remembering(30);
    const { id } = await world.ended();
    const session = (await findSessionById(server.ctx.db, id))!;
    const mrz = { document_code: 'P', issuing_state: 'SWE', nationality: 'SWE', surname: '', given_names: '' };
    const document = {
      ...{ given_names: '', surname: '', sex: 'UNSPECIFIED' as const, document_type: 'PASSPORT' as const },
      ...{ document_number: 'AA1234567', expiry_date: '2030-01-01', issuer: 'SWE', sources: {} },
      mrz: { ...mrz, date_of_birth: '700101' },
    };
    const hash = (changes: object = {}, specimen = false) =>
      documentHash(server.ctx, session, { ...document, ...changes }, { specimen })!.toString('hex');
    const hashes = [
      ...[hash(), hash({}, true), hash({ document_type: 'ID_CARD' }), hash({ document_number: 'AA1234568' })],
      hash({ mrz: { ...document.mrz, issuing_state: 'NOR' } }),
    ];
    expect(new Set(hashes).size).toBe(5);
    expect(hash({ surname: 'Renamed', issuer: 'Polisen' })).toBe(hash());
  });
});
