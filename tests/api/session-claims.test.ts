/**
 * A session with claims keeps only the answers, the verdict and a proof. Nothing else that was read may be found anywhere the
 * service writes.
 */
// SQLite only: it reads the database's files. On PostgreSQL, tests/durability/erasure.test.ts looks for destroyed keys.
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Sigill } from '../../sdk/client/src/index.ts';
import { proofClaimNames, verifyProof } from '../../sdk/client/src/proof/proof.ts';
import { readDg2 } from '../../sdk/emrtd/src/lds/images.ts';
import { takeBackup } from '../../server/backup/backup.service.ts';
import type { ApprovedSession } from '../../server/generated/operations.gen.ts';
import { openPieces } from '../../server/sessions/evidence/session-vault.ts';
import { findSessionById } from '../../server/sessions/session/session.repository.ts';
import type { SealedKind } from '../../server/sessions/session/session.table.ts';
import { createFaceService, scores } from '../support/outside/face-service.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let faces: Awaited<ReturnType<typeof createFaceService>>;
const onSqlite = process.env['TEST_DATABASE_URL'] === undefined;
let server: TestServer;
let world: World;
const lines: string[] = [];

async function accountWithKey(publicKey = generateKeyPairSync('x25519').publicKey): Promise<World> {
  const other = createWorld(server, await server.account());
  const jwk = publicKey.export({ format: 'jwk' }) as Record<string, unknown>;
  await other.succeed('merchant.change_delivery_key', { jwk }, other.account);
  return other;
}

beforeAll(async () => {
  faces = await createFaceService('/faces/');
  server = await createTestServer({ environment: faces.environment, log: (line) => void lines.push(line) });
});
afterAll(() => Promise.all([server?.stop(), faces?.stop()]));
beforeEach(async () => {
  world = createWorld(server, await server.account());
  faces.answer = scores();
});

const get = async (id: number) => world.succeed('session.get', { id }, world.account);
const keySet = async () => (await (await fetch(`${server.base}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
const prove = async (id: number) => (await world.succeed('session.proof', { id }, world.account)).proof;
const verify = async (proof: string) =>
  verifyProof(proof, { issuer: server.base, keys: await keySet(), specimens: true });

/** Properties that an approved session has only without claims. */
const OTHERS: (keyof ApprovedSession)[] = [
  ...(['given_names', 'surname', 'sex', 'date_of_birth', 'partial_date_of_birth', 'latest_date_of_birth'] as const),
  ...(['personal_number', 'document_type', 'document_number', 'issue_date', 'expiry_date', 'issuer', 'mrz'] as const),
  ...(['nationality', 'issuing_country', 'sources', 'portrait', 'signature_image', 'face'] as const),
  ...(['user_ip', 'user_agent'] as const),
];

describe('a session with claims', () => {
  test('returns the answer, the verdict and nothing else', async () => {
    const { id } = await world.ended('genuine', { claims: ['age_over_18', 'age_over_65'], reference: 'order-1' });
    const session = await get(id);
    expect(session).toMatchObject({
      state: 'APPROVED',
      claims: ['age_over_18', 'age_over_65'],
      claimed: { age_over_18: true, age_over_65: false },
      chip: { checks: { issuer: { result: 'PASSED' }, clone: { result: 'PASSED' } }, specimen: true },
    });
    for (const name of OTHERS) expect(session).not.toHaveProperty(name);
    for (const name of ['signer', 'trust_anchor', 'signature_algorithm', 'digest_algorithm'])
      expect((session as ApprovedSession).chip).not.toHaveProperty(name);
  });

  test('leaves out what the document does not say', async () => {
    // Utopia has no ISO code, so the claims about countries have no answer.
    const { id } = await world.ended('id-card', { claims: ['nationality', 'issuing_country', 'document_type'] });
    expect(await get(id)).toMatchObject({ state: 'APPROVED', claimed: { document_type: 'ID_CARD' } });
    expect(((await get(id)) as ApprovedSession).claimed).toEqual({ document_type: 'ID_CARD' });
  });

  test('has one proof, of the answers alone, until they are deleted', async () => {
    const { id } = await world.ended('genuine', { claims: ['age_over_18', 'document_type'] });
    const proof = await prove(id);
    expect(proofClaimNames(proof).sort()).toEqual(['age_over_18', 'document_type', 'session']);
    const { claims, verified } = await verify(proof);
    expect(claims).toMatchObject({
      age_over_18: { value: true },
      document_type: { value: 'PASSPORT' },
      session: { id },
    });
    expect(Math.abs(verified.getTime() - Date.parse(((await get(id)) as ApprovedSession).ended))).toBeLessThan(5000);
    expect(await prove(id)).toBe(proof);
    await world.succeed('session.redact', { id }, world.account);
    expect(await get(id)).not.toHaveProperty('claimed');
    expect((await server.call('session.proof', { id }, world.account)).body).toMatchObject({
      code: 'proof_unavailable',
    });
  });

  test('compares the face and keeps no picture', async () => {
    const { id } = await world.ended('genuine', { claims: ['age_over_18'], face_verification: true });
    const session = await get(id);
    expect(session).toMatchObject({ state: 'APPROVED', chip: { checks: { face: { result: 'PASSED' } } } });
    expect((session as ApprovedSession).chip.face_match?.score).toBe('0.9300');
    expect((await verify(await prove(id))).checks['face']).toBe('PASSED');
    for (const name of OTHERS) expect(session).not.toHaveProperty(name);
    faces.answer = scores({ match: 0.1 });
    const other = await world.ended('genuine', { claims: ['age_over_18'], face_verification: true });
    expect(await get(other.id)).toMatchObject({ state: 'REJECTED', failure: { code: 'face_mismatch' } });
  });

  test('names the claim that does not exist', async () => {
    const { status, body } = await server.call('session.create', { claims: ['age_over_19'] } as never, world.account);
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path: 'claims.0' }] } });
    expect((await server.call('session.create', { claims: [] }, world.account)).status).toBe(400);
  });
});

describe('someone who has the database, its files, a backup, the logs and the key of the server', () => {
  /** The genuine specimen's data, in every form in which the service might write it. */
  async function traces(): Promise<Map<string, Buffer>> {
    const { files, face } = await world.specimen('genuine');
    const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64');
    const dg1 = bytes(files['dg1']);
    const portrait = Buffer.from(readDg2(bytes(files['dg2']))!.bytes);
    const mrz = dg1.subarray(dg1.indexOf('P<')).toString('latin1');
    expect(mrz).toMatch(/^P<UTO/);
    const values = [mrz, mrz.slice(5, 44), 'VINTERGLANS', 'Vinterglans', 'ALMA SIGRID', 'Alma Sigrid', '1990-04-12'];
    const texts = [...values, 'UT900412X', 'Amaurot', '900412', mrz.slice(44, 53)];
    return new Map([
      ...texts.map((text): [string, Buffer] => [text, Buffer.from(text)]),
      ['security object', bytes(files['sod']).subarray(-64)],
      ['portrait', portrait.subarray(200, 264)],
      ['portrait in base64', Buffer.from(portrait.toString('base64').slice(400, 464))],
      ['face', bytes(face).subarray(200, 264)],
      ['pixels', (await sharp(portrait).raw().toBuffer()).subarray(3000, 3064)],
    ]);
  }

  const found = (files: Buffer[], of: Map<string, Buffer>): string[] =>
    [...of].flatMap(([name, bytes]) => (files.some((file) => file.includes(bytes)) ? [name] : []));

  const filesBelow = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

  const KINDS: SealedKind[] = [
    ...([
      'identity',
      'portrait',
      'portrait_jpeg',
      'face',
      'face_jpeg',
      'signature_image',
      'evidence',
      'proof',
    ] as const),
    ...(['claimed', 'chip_authentication', 'sealed_data'] as const),
  ];

  async function opened(id: number): Promise<{ kinds: string[]; contents: Buffer[] }> {
    const session = (await findSessionById(server.ctx.db, id))!;
    const pieces = await openPieces(server.ctx, session, KINDS);
    const contents = Object.values(pieces);
    const encoded = contents.flatMap((piece) =>
      (piece.toString('latin1').match(/[A-Za-z0-9_+/-]{16,}/g) ?? []).map((text) => Buffer.from(text, 'base64')),
    );
    return { kinds: Object.keys(pieces), contents: [...contents, ...encoded] };
  }

  test.each([
    ['finds the answers and nothing else of the person', 'claimed'],
    ['does not even find the answers of an account with a delivery key', 'sealed_data'],
  ] as const)('%s', async (_, kind) => {
    const usual = world;
    if (kind === 'sealed_data') world = await accountWithKey();
    const marks = await traces();
    const callback_url = `${server.base}/_local/callbacks/${kind}`;
    // In a session that keeps everything, the same search does find the data.
    const whole = await usual.ended('genuine');
    const seen = await opened(whole.id);
    expect(found(seen.contents, marks)).toEqual(expect.arrayContaining(['1990-04-12', 'UT900412X', mark(marks)]));

    await usual.succeed('session.redact', { id: whole.id }, usual.account);
    const options = { claims: ['age_over_18' as const], face_verification: true, callback_url };
    const { id } = await world.ended('genuine', options);
    const rejected = await world.ended('tampered-dg1', options);
    expect((await get(id)).state).toBe('APPROVED');
    for (const call of ['session.timeline', 'session.get'] as const)
      await world.succeed(call, { id }, { bearer: world.account.bearer });
    await world.succeed('session.export', { format: 'csv' }, { bearer: world.account.bearer });
    await eventually(async () => (await server.receivedCallbacks(kind)).length >= 6, 'the callbacks');

    const kept = await opened(id);
    expect(kept.kinds).toEqual([kind]);
    expect((await opened(rejected.id)).kinds).toEqual([]);
    expect(found(kept.contents, marks)).toEqual([]);
    const answer = Buffer.from('"age_over_18":true');
    expect(kept.contents.some((piece) => piece.includes(answer))).toBe(kind === 'claimed');
    const backup = join(server.folder, `backup of ${kind}`);
    // On PostgreSQL, a backup is a dump of the rows that were searched above.
    if (onSqlite)
      await takeBackup(server.ctx, { folder: backup, with_identity_data: true, version: 'test', say: () => undefined });
    expect(found(filesBelow(server.folder), marks)).toEqual([]);
    expect(found([Buffer.from(lines.join('\n'))], marks)).toEqual([]);
    const calls = await server.receivedCallbacks(kind);
    expect(
      found(
        calls.map(({ raw }) => Buffer.from(raw)),
        marks,
      ),
    ).toEqual([]);
    expect(await everyRow(id)).not.toMatch(/127\.0\.0\.1|::1|"UT"|Utopia/);
  });

  test('decrypts only the answers and their proof, given the private key too', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('x25519');
    world = await accountWithKey(publicKey);
    const { id } = await world.ended('genuine', { claims: ['age_over_18', 'document_type'], face_verification: true });
    expect(await get(id)).not.toHaveProperty('claimed');
    const { public_key, secret } = world.account.basic;
    const decryptionKey = privateKey.export({ format: 'jwk' });
    const sigill = new Sigill({ baseUrl: server.base, publicKey: public_key, secret, decryptionKey });
    const session = (await sigill.session.get({ id })) as ApprovedSession;
    expect(session).toMatchObject({ claimed: { age_over_18: true, document_type: 'PASSPORT' } });
    for (const name of [...OTHERS, 'sealed_data'] as const) expect(session).not.toHaveProperty(name);
    expect(session.chip).not.toHaveProperty('signer');
    expect(session.chip.face_match?.score).toBe('0.9300');
    const { proof } = await sigill.session.proof({ id });
    expect(proofClaimNames(proof).sort()).toEqual(['age_over_18', 'document_type', 'session']);
    expect((await verify(proof)).claims).toMatchObject({ age_over_18: { value: true } });
  });

  const mark = (marks: Map<string, Buffer>) =>
    [...marks.keys()].find((name) => /^[A-Z0-9]{9}$/.test(name) && name !== 'UT900412X')!;

  test('no longer finds what was sealed until the verdict, nor its key', async () => {
    const { db } = server.ctx;
    const options = { claims: ['age_over_18' as const], face_verification: true };
    const { id, token } = await world.session(options);
    let sealed: Buffer[] = [];
    faces.answer = async (response, path) => {
      const pieces = await db.selectFrom('session_sealed').select('sealed').where('session_id', '=', id).execute();
      const keys = await db.selectFrom('session_keys').select('wrapped_key').where('session_id', '=', id).execute();
      if (sealed.length === 0) sealed = [...pieces.map((piece) => piece.sealed), ...keys.map((key) => key.wrapped_key)];
      scores()(response, path);
    };
    await world.read('genuine', token);
    expect((await get(id)).state).toBe('APPROVED');
    expect(sealed.length).toBe(2);
    const isThere = () =>
      filesBelow(server.folder).some((file) => sealed.some((piece) => file.includes(piece.subarray(-24))));
    await eventually(async () => !isThere(), 'the files to be free of the evidence', 20_000);
  });

  async function everyRow(id: number): Promise<string> {
    const { db } = server.ctx;
    const session = (await findSessionById(db, id))!;
    const events = await db.selectFrom('session_events').selectAll().where('session_id', '=', id).execute();
    expect(session).toMatchObject({ user_ip: null, user_agent: null, document_country: null });
    expect(events.filter(({ kind }) => kind === 'READ')).toEqual([]);
    return JSON.stringify([session, events]);
  }
});
