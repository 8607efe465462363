/** Identity data sealed to the account's own key: who can read it, and what the service keeps. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calculateJwkThumbprint, compactDecrypt, type JSONWebKeySet, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sigill, type SigillOptions } from '../../sdk/client/src/index.ts';
import { proofClaimNames, verifyProof } from '../../sdk/client/src/proof/proof.ts';
import type { ApprovedSession } from '../../server/generated/operations.gen.ts';
import { openPieces } from '../../server/sessions/evidence/session-vault.ts';
import type { SealedKind } from '../../server/sessions/session/session.table.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());

const keyPairs = {
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  X25519: () => generateKeyPairSync('x25519'),
  RSA: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const p256 = keyPairs['P-256']();

const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' }) as JWK & Record<string, unknown>;

async function accountWith(publicKey = p256.publicKey): Promise<World> {
  const world = createWorld(server, await server.account());
  await world.succeed('merchant.change_delivery_key', { jwk: jwkOf(publicKey) }, world.account);
  return world;
}

const shown = async (world: World, id: number, options = {}) =>
  (await world.succeed('session.get', { id, ...options }, { basic: world.account.basic })) as ApprovedSession;

async function decrypted(sealed: string | undefined, key: KeyObject) {
  const { plaintext, protectedHeader } = await compactDecrypt(sealed!, key);
  return { header: protectedHeader, data: JSON.parse(new TextDecoder().decode(plaintext)) };
}

const IDENTITY = ['given_names', 'surname', 'document_number', 'mrz', 'portrait', 'face', 'issuing_country', 'user_ip'];

describe.each(Object.keys(keyPairs) as (keyof typeof keyPairs)[])('with a key of the type %s', (type) => {
  const keys = type === 'P-256' ? p256 : keyPairs[type]();

  test('an approved session holds what only its private key decrypts', async () => {
    const plain = createWorld(server, await server.account());
    const usual = await shown(plain, (await plain.ended('genuine')).id);
    const world = await accountWith(keys.publicKey);
    const { id } = await world.ended('genuine');
    const session = await shown(world, id);
    const kid = await calculateJwkThumbprint(jwkOf(keys.publicKey));
    expect(session).toMatchObject({ state: 'APPROVED', delivery_kid: kid });
    for (const name of IDENTITY) expect(session).not.toHaveProperty(name);
    expect(JSON.stringify(session)).not.toContain(usual.surname);
    expect(session.chip).not.toHaveProperty('signer');
    const { header, data } = await decrypted(session.sealed_data, keys.privateKey);
    const alg = type === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES+A256KW';
    expect(header).toMatchObject({ alg, enc: 'A256GCM', typ: 'JWE', cty: 'json', kid });
    for (const name of ['given_names', 'surname', 'document_number', 'mrz', 'sources', 'portrait'] as const)
      expect(data[name]).toEqual(usual[name]);
    expect(data).toMatchObject({
      id,
      user_ip: usual.user_ip,
      chip: { signer: { subject: usual.chip.signer!.subject } },
    });
    expect(Buffer.from(data.portrait_jpeg, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const jwks = (await (await fetch(`${server.base}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    const proof = await verifyProof(data.proof, { issuer: server.base, keys: jwks as never, specimens: true });
    expect(proof.claims.surname?.value).toBe(usual.surname);
    expect(proof.verified.toISOString()).toBe(session.ended);
    await expect(decrypted(session.sealed_data, keyPairs[type]().privateKey)).rejects.toThrow();
  });
});

describe('the SDK', () => {
  const sigillOf = ({ account: { basic } }: World, decryptionKey?: SigillOptions['decryptionKey']) =>
    new Sigill({ baseUrl: server.base, publicKey: basic.public_key, secret: basic.secret, decryptionKey });

  test('returns the ordinary session and its proof with one option, and sealed data without', async () => {
    const usual = createWorld(server, await server.account());
    const { surname, portrait, mrz } = await shown(usual, (await usual.ended()).id);
    const world = await accountWith();
    const { id } = await world.ended();
    const sigill = sigillOf(world, p256.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string);
    for (const session of [await sigill.session.get({ id }), await sigill.session.waitFor(id)]) {
      expect(session).toMatchObject({ state: 'APPROVED', surname, portrait, mrz });
      expect(session).not.toHaveProperty('sealed_data');
    }
    const jpeg = (await sigill.session.get({ id, portrait_format: 'jpeg' })) as ApprovedSession;
    expect(Buffer.from(jpeg.portrait!, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const { proof, specimen } = await sigill.session.proof({ id });
    expect([proofClaimNames(proof).includes('surname'), specimen]).toEqual([true, true]);
    expect(await sigillOf(world).session.get({ id })).toHaveProperty('sealed_data');
    await expect(sigillOf(world).session.proof({ id })).rejects.toMatchObject({ code: 'proof_sealed' });
    const other = jwkOf(keyPairs.X25519().privateKey);
    await expect(sigillOf(world, other).session.get({ id })).rejects.toMatchObject({ code: 'wrong_key' });
    const rejected = await world.ended('expired-document');
    expect((await sigill.session.get({ id: rejected.id })).state).toBe('REJECTED');
  });
});

describe('what the service keeps', () => {
  const KINDS: SealedKind[] = [
    ...(['identity', 'portrait', 'portrait_jpeg', 'face', 'face_jpeg', 'signature_image'] as const),
    ...(['evidence', 'proof', 'chip_authentication', 'sealed_data'] as const),
  ];

  async function everythingAbout(id: number) {
    const { db } = server.ctx;
    const session = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const events = await db.selectFrom('session_events').selectAll().where('session_id', '=', id).execute();
    const callbacks = await db.selectFrom('callbacks').selectAll().where('session_id', '=', id).execute();
    const parts = db.selectFrom('usage_parts').selectAll().where('merchant_id', '=', session.merchant_id!);
    const usage = await parts.execute();
    const pieces = await openPieces(server.ctx, session, KINDS);
    const names = Object.keys(pieces);
    return {
      names,
      text: [JSON.stringify([session, events, callbacks, usage]), ...Object.values(pieces).map(String)].join(),
    };
  }

  test('shows no identity to someone with the database and the server key, after the verdict', async () => {
    const usual = createWorld(server, await server.account());
    const { id: open } = await usual.ended();
    const { surname, document_number, portrait } = await shown(usual, open);
    const words = [surname!, document_number!, Buffer.from(portrait!, 'base64').toString()];
    const kept = await everythingAbout(open);
    for (const word of words) expect(kept.text).toContain(word);
    const world = await accountWith();
    const { names, text } = await everythingAbout((await world.ended()).id);
    expect(names).toEqual(['sealed_data']);
    for (const word of [...words, '"UT"', 'C=UT', '127.0.0.1', '::1']) expect(text).not.toContain(word);
  });

  test.skipIf(process.env['TEST_DATABASE_URL'])(
    'the database files no longer hold the key of what was stored before the verdict',
    async () => {
      const world = await accountWith();
      const { id, token } = await world.session();
      const { merchant_id } = await server.ctx.db
        .selectFrom('sessions')
        .select('merchant_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      // Searches before the verdict too: a search that never finds a key would prove nothing.
      let before = 0;
      const done = world.read('genuine', token);
      const watch = (async () => {
        for (let running = true; running; ) {
          before = Math.max(before, sessionKeysIn(server.folder, { id, merchant_id: merchant_id! }).size);
          running = await Promise.race([
            done.then(() => false),
            new Promise<true>((next) => setTimeout(next, 5, true)),
          ]);
        }
      })();
      await Promise.all([done, watch]);
      const { names } = await everythingAbout(id);
      expect(names).toEqual(['sealed_data']);
      await eventually(
        async () => sessionKeysIn(server.folder, { id, merchant_id: merchant_id! }).size === 1,
        'the key to be destroyed',
        10_000,
      );
      expect(before).toBeGreaterThan(1);
    },
  );

  /** The session's keys that the server's key can decrypt, anywhere in the folder's database files. */
  function sessionKeysIn(folder: string, { id, merchant_id }: { id: number; merchant_id: number }): Set<string> {
    const { sealer } = server.deps;
    const found = new Set<string>();
    for (const name of readdirSync(folder).filter((name) => name.includes('.db'))) {
      const bytes = readFileSync(join(folder, name));
      for (let at = bytes.indexOf(sealer.key_id); at !== -1; at = bytes.indexOf(sealer.key_id, at + 1))
        try {
          const sealed = bytes.subarray(at, at + 64);
          found.add(sealer.open(sealed, `merchant ${merchant_id} session ${id} key`).toString('hex'));
        } catch {}
    }
    return found;
  }

  test('a rejected session keeps what it always keeps, which is no identity', async () => {
    const world = await accountWith();
    const { id } = await world.ended('expired-document');
    const session = await world.succeed('session.get', { id }, { basic: world.account.basic });
    expect(session).toMatchObject({ state: 'REJECTED', failure: { code: 'document_expired' } });
    expect(session).not.toHaveProperty('sealed_data');
    expect((await everythingAbout(id)).names).toEqual([]);
  });
});

describe('a session', () => {
  test('is sealed to the key that the account had when it was created', async () => {
    const world = await accountWith();
    const { account, succeed } = world;
    const early = await world.session();
    const other = keyPairs['P-256']();
    await succeed('merchant.change_delivery_key', { jwk: jwkOf(other.publicKey) }, account);
    const late = await world.session();
    await succeed('merchant.change_delivery_key', { jwk: null }, account);
    const open = await world.session();
    for (const { token } of [early, late, open]) await world.read('genuine', token);
    expect((await decrypted((await shown(world, early.id)).sealed_data, p256.privateKey)).data.surname).toBeTruthy();
    expect((await decrypted((await shown(world, late.id)).sealed_data, other.privateKey)).data.surname).toBeTruthy();
    expect((await shown(world, open.id)).surname).toBeTruthy();
  });

  test('is redacted like any other', async () => {
    const world = await accountWith();
    const { id } = await world.ended();
    await world.succeed('session.redact', { id }, { basic: world.account.basic });
    const session = await shown(world, id);
    expect(session.redacted).toBeTruthy();
    expect(session).not.toHaveProperty('sealed_data');
    const pieces = server.ctx.db.selectFrom('session_sealed').selectAll().where('session_id', '=', id);
    expect(await pieces.execute()).toEqual([]);
  });

  test('is destroyed a minute after it was fetched, if the account keeps nothing longer', async () => {
    const world = await accountWith();
    await world.succeed('merchant.update', { retention_hours: 0 }, world.account);
    const { id } = await world.ended();
    const { sealed_data, ended } = await shown(world, id);
    expect((await decrypted(sealed_data, p256.privateKey)).data.surname).toBeTruthy();
    const { identity_data_until } = await shown(world, id);
    expect(Date.parse(identity_data_until!) - Date.parse(ended)).toBeLessThan(5 * 60_000);
  });

  test('has no proof of its own, and says where it is', async () => {
    const world = await accountWith();
    const { id } = await world.ended();
    const { status, text } = await world.call('session.proof', { id }, { basic: world.account.basic });
    expect(status).toBe(409);
    expect(JSON.parse(text)).toMatchObject({ code: 'proof_sealed', error: expect.stringContaining('sealed_data') });
  });

  test('is in lists without its country', async () => {
    const world = await accountWith();
    const { id } = await world.ended();
    const { sessions } = await world.succeed('session.list', {}, { basic: world.account.basic });
    expect(sessions[0]).toMatchObject({ id, state: 'APPROVED' });
    expect(sessions[0]).not.toHaveProperty('document_country');
  });
});
