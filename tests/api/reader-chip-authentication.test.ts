// SQLite only: it is about the phone; reader.test.ts makes its calls on both.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import type { SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import { specimenBundle } from '../../server/specimen/specimens.ts';
import {
  answerOfChip,
  type ChipKey,
  dg14With,
  ecdhChipKey,
  keyInfo,
  protocolInfo,
} from '../support/documents/virtual-chip.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, submitter, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server.stop());

const bundleOf = (name: SpecimenName) => specimenBundle(name, server.deps.clock.now());

function chipKeyOf(name: SpecimenName): ChipKey {
  const privateKey = createPrivateKey({ key: bundleOf(name).ca!.private_key_jwk, format: 'jwk' });
  const publicKey = createPublicKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  return { kind: 'ECDH', privateKey, publicKey, spki: publicKey.export({ format: 'der', type: 'spki' }) };
}

interface Begun {
  protocol: string;
  ephemeral_public_key: string;
  probe_apdu: string;
  expires: string;
}

const answer = (key: ChipKey, { protocol, ephemeral_public_key, probe_apdu }: Begun) =>
  answerOfChip(key, {
    protocol,
    ephemeral_public_key: Buffer.from(ephemeral_public_key, 'base64'),
    probe_apdu: Buffer.from(probe_apdu, 'base64'),
  }).toString('base64');

async function reading(options: { require_clone_protection?: boolean } = {}) {
  const started = await world.started(options);
  const { files } = bundleOf('genuine-ca');
  const { token, reader_key } = started;
  const begin = (dg14 = files.dg14!): Promise<Begun> =>
    world.succeed('reader.chip_authentication', { token, reader_key, dg14 });
  const submit = async (more: { ca_response?: string; files?: object } = {}) => {
    const { challenge } = await world.succeed('reader.challenge', { token, reader_key });
    return world.call('reader.submit', { challenge, files, ...more }, {}, submitter({ token, reader_key }));
  };
  const chip = async () => {
    const session = await world.succeed('session.get', { id: started.id }, { basic: world.account.basic });
    return 'chip' in session ? session.chip : undefined;
  };
  return { ...started, files, begin, submit, chip };
}

const rejected = (code: string) => ({ state: 'REJECTED', failure: { code } });

const read = async (name: SpecimenName, options: { require_clone_protection?: boolean } = {}) => {
  const { id, token } = await world.session(options);
  const call: ReaderCall = async (operation, body, headers) =>
    (await world.succeed(operation, body as never, {}, { ...headers })) as never;
  const end = await playSpecimen({ call, specimen: bundleOf(name), token, platform: 'CLI', app_version: '1.0.0' });
  return { end, session: await world.succeed('session.get', { id }, { basic: world.account.basic }) };
};

describe('reader.chip_authentication', () => {
  test('lets a genuine chip prove itself, and the result says how', async () => {
    const { begin, submit, chip } = await reading({ require_clone_protection: true });
    const begun = await begin();
    expect(begun).toEqual({
      protocol: '0.4.0.127.0.7.2.2.3.2.2',
      ephemeral_public_key: expect.stringMatching(/^B/),
      probe_apdu: expect.stringMatching(/^DKQCDB/),
      expires: expect.any(String),
    });
    const { body } = await submit({ ca_response: answer(chipKeyOf('genuine-ca'), begun) });
    expect(body).toEqual({ state: 'APPROVED' });
    expect(await chip()).toMatchObject({
      clone_protection: 'CHIP_AUTHENTICATION',
      clone_protection_offered: ['CHIP_AUTHENTICATION'],
      checks: { clone: { result: 'PASSED', message: 'By Chip Authentication' } },
    });
  });

  test('creates a new key every time, of which only the last is valid', async () => {
    const { begin, submit } = await reading();
    const [first, second] = [await begin(), await begin()];
    expect(first.ephemeral_public_key).not.toBe(second.ephemeral_public_key);
    const { body } = await submit({ ca_response: answer(chipKeyOf('genuine-ca'), first) });
    expect(body).toMatchObject(rejected('chip_auth_failed'));
  });

  test.each([
    ['bytes that are not a DG14', Buffer.from('nothing')],
    ['a DG14 with another protocol', Buffer.from(bundleOfGenuine().dg14!, 'base64')],
  ])('refuses %s with 400, and the session continues', async (_, dg14) => {
    const { token, reader_key, submit } = await reading();
    const body = { token, reader_key, dg14: dg14.toString('base64') };
    const refused = await world.call('reader.chip_authentication', body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_value', details: [{ path: 'dg14' }] } });
    expect((await submit()).body).toEqual({ state: 'APPROVED' });
  });

  test('is only for the device that started the session', async () => {
    const { token, files } = await reading();
    const body = { token, reader_key: 'k'.repeat(43), dg14: files.dg14! };
    expect(await world.call('reader.chip_authentication', body)).toMatchObject({ status: 403 });
  });

  test('stores the private key sealed, and only until the submission', async () => {
    const { id, begin, submit } = await reading();
    const pieces = () =>
      server.ctx.db.selectFrom('session_sealed').select(['kind', 'sealed']).where('session_id', '=', id).execute();
    const begun = await begin();
    expect((await pieces()).map(({ kind }) => kind)).toEqual(['chip_authentication']);
    expect(Buffer.from((await pieces())[0]!.sealed).includes('private_key')).toBe(false);
    await submit({ ca_response: answer(chipKeyOf('genuine-ca'), begun) });
    expect((await pieces()).map(({ kind }) => kind)).not.toContain('chip_authentication');
  });
});

const bundleOfGenuine = () => specimenBundle('genuine', new Date('2026-11-21')).files;

describe('a ca_response', () => {
  test('of a copy with another key is refused', async () => {
    const { begin, submit } = await reading();
    const { body } = await submit({
      ca_response: answer(ecdhChipKey('prime256v1', undefined, 'named'), await begin()),
    });
    expect(body).toMatchObject(rejected('chip_auth_failed'));
  });

  test('recorded in another session is refused', async () => {
    const recorded = answer(chipKeyOf('genuine-ca'), await (await reading()).begin());
    const { begin, submit } = await reading();
    await begin();
    expect((await submit({ ca_response: recorded })).body).toMatchObject(rejected('chip_auth_failed'));
  });

  test("for an attacker's DG14 is refused, whichever DG14 is submitted", async () => {
    const key = ecdhChipKey('prime256v1');
    const own = dg14With(protocolInfo('ECDH', 'AES-128'), keyInfo(key)).toString('base64');
    const swapped = await reading();
    expect((await swapped.submit({ ca_response: answer(key, await swapped.begin(own)) })).body).toMatchObject(
      rejected('chip_auth_failed'),
    );
    const altered = await reading();
    const ca_response = answer(key, await altered.begin(own));
    expect((await altered.submit({ ca_response, files: { ...altered.files, dg14: own } })).body).toMatchObject(
      rejected('dg_hash_mismatch'),
    );
  });

  test('without the DG14 it refers to is refused', async () => {
    const { begin, submit, files } = await reading();
    const ca_response = answer(chipKeyOf('genuine-ca'), await begin());
    const { dg14: _, ...stripped } = files;
    expect((await submit({ ca_response, files: stripped })).body).toMatchObject(rejected('chip_auth_missing'));
  });

  test('that comes too late or without a challenge gets its own error, and may be repeated', async () => {
    const early = await reading();
    const unasked = await early.submit({ ca_response: 'aYg=' });
    expect(unasked).toMatchObject({ status: 409, body: { code: 'challenge_invalid' } });
    const begun = await early.begin();
    await server.advance('PT120S');
    const late = await early.submit({ ca_response: answer(chipKeyOf('genuine-ca'), begun) });
    expect(late).toMatchObject({ status: 409, body: { code: 'challenge_invalid' } });
    const again = await early.submit({ ca_response: answer(chipKeyOf('genuine-ca'), await early.begin()) });
    expect(again.body).toEqual({ state: 'APPROVED' });
  });
});

describe('require_clone_protection', () => {
  test('never approves a copy of a chip that offers either proof, whatever the reader leaves out', async () => {
    const { dg14: _, ...withoutDg14 } = bundleOf('genuine-ca').files;
    for (const files of [bundleOf('genuine-ca').files, withoutDg14]) {
      const { submit } = await reading({ require_clone_protection: true });
      expect((await submit({ files })).body).toMatchObject(rejected('chip_auth_missing'));
    }
    for (const name of ['aa-stripped', 'cloned', 'replayed-aa', 'cloned-ca'] as const) {
      const { end } = await read(name, { require_clone_protection: true });
      expect(end, name).toMatchObject({ state: 'REJECTED', failure: { code: expect.stringMatching(/^chip_auth_/) } });
    }
  });

  test('approves genuine chips, and the session says that it was required', async () => {
    for (const name of ['genuine', 'genuine-rsa-pss', 'genuine-ca'] as const) {
      const { end, session } = await read(name, { require_clone_protection: true });
      expect(end, name).toEqual({ state: 'APPROVED' });
      expect(session).toMatchObject({ require_clone_protection: true });
    }
  });

  test('when not set, approves a chip that was not asked for a proof, and the result says so', async () => {
    const { submit, chip } = await reading();
    expect((await submit()).body).toEqual({ state: 'APPROVED' });
    expect(await chip()).toMatchObject({
      clone_protection: 'NONE',
      clone_protection_offered: ['CHIP_AUTHENTICATION'],
      checks: {
        clone: { result: 'NOT_PRESENT', message: 'The chip offers Chip Authentication, which was not done' },
      },
    });
  });
});
