/** An integrator's first day with the API: sign-up, keys, a session, a document that is read, the callback and the data. */

import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sigill } from '../../sdk/client/src/index.ts';
import type { Operations } from '../../server/generated/operations.gen.ts';
import type { SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import { SPECIMENS } from '../../server/specimen/specimens.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

type Session = Operations['session.get']['response'];

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

test('a first day: sign-up, a verified address, a key, a verified passport and its signed callbacks', async () => {
  const { succeed } = world;
  const email = world.freshEmail();
  const { access_token: bearer } = await succeed('password.create', { email, password: 'correct horse' });
  expect(await succeed('dashboard.get_started', {}, { bearer })).toEqual({
    email_verified: false,
    credentials_generated: false,
    integrated: false,
    billing_enabled: false,
  });

  await succeed('password.verify_email_send_code', {}, { bearer });
  const [mail] = await eventually(async () => {
    const mails = await server.mailbox(email);
    return mails.length > 0 && mails;
  }, 'the mail with the code');
  const code = /\b[A-HJ-NP-Z2-9]{6}\b/.exec(mail!.text)![0];
  await succeed('password.verify_email', { code: code.toLowerCase() }, { bearer });
  expect(await succeed('user.self', {}, { bearer })).toMatchObject({ email, email_verified: true, type: 'NATURAL' });

  const basic = await succeed('user.create_service_user', {}, { bearer });
  expect(basic.public_key).toMatch(/^public-key-/);
  expect(basic.secret).toMatch(/^secret-/);

  const callback_url = `${server.base}/_local/callbacks/story`;
  const { id, token, open_url } = await succeed('session.create', { reference: 'order-1042', callback_url }, { basic });
  expect(new URL(open_url).searchParams.get('token')).toBe(token);
  expect(await succeed('session.state', { id }, { basic })).toEqual({ state: 'CREATED' });

  expect(await world.read('genuine', token)).toMatchObject({ state: 'APPROVED' });

  const session = (await succeed('session.get', { id }, { basic })) as Extract<Session, { state: 'APPROVED' }>;
  expect(session).toMatchObject({
    id,
    state: 'APPROVED',
    reference: 'order-1042',
    callback_url,
    specimen: true,
    given_names: 'ALMA SIGRID',
    surname: 'VINTERGLANS',
    sex: 'FEMALE',
    date_of_birth: '1990-04-12',
    document_type: 'PASSPORT',
    chip: { clone_protection: 'ACTIVE_AUTHENTICATION', specimen: true },
  });
  expect(session).not.toHaveProperty('nationality');
  expect(JSON.stringify(session)).not.toContain('null');
  for (const check of ['issuer', 'signature', 'data', 'document', 'clone', 'portrait'] as const)
    expect([check, session.chip.checks[check].result]).toEqual([check, 'PASSED']);
  expect(session.chip.checks.face.result).toBe('NOT_PRESENT');
  const portrait = Buffer.from(session.portrait!, 'base64');
  expect(portrait.subarray(0, 8)).toEqual(PNG);
  expect([portrait.readUInt32BE(16), portrait.readUInt32BE(20)]).toEqual([240, 320]);

  const received = await eventually(async () => {
    const callbacks = await server.receivedCallbacks('story');
    return callbacks.length >= 3 && callbacks;
  }, 'three callbacks');
  const { secret } = await succeed('callback.secret', {}, { bearer });
  const changes = received.map(({ raw, headers }) => {
    const event = new Webhook(secret).verify(raw, headers) as {
      id: string;
      type: string;
      data: { id: number; state: string; previous_state: string; reference: string };
    };
    expect(event.id).toBe(headers['webhook-id']);
    expect(event.type).toBe('session.state_changed');
    if (event.type !== 'session.state_changed') throw new Error(`Not expected: ${event.type}`);
    expect(event.data).toMatchObject({ id, reference: 'order-1042' });
    return `${event.data.previous_state}→${event.data.state}`;
  });
  expect(changes.toSorted()).toEqual(['COMPLETED→APPROVED', 'CREATED→INITIATED', 'INITIATED→COMPLETED']);
  const [first] = received;
  expect(() => new Webhook(secret).verify(`${first!.raw} `, first!.headers)).toThrow(WebhookVerificationError);
  expect(() => new Webhook(`whsec_${Buffer.alloc(24).toString('base64')}`).verify(first!.raw, first!.headers)).toThrow(
    WebhookVerificationError,
  );
  for (const { raw } of received) expect(raw).not.toMatch(/vinterglans|alma|1990|portrait|SG0/i);

  expect(await succeed('dashboard.get_started', {}, { bearer })).toMatchObject({
    email_verified: true,
    credentials_generated: true,
    integrated: true,
  });
  expect(await succeed('dashboard.usage', {}, { bearer })).toMatchObject({ last_30_days: 1, last_90_days: 1 });
});

describe('every specimen ends as its description says', () => {
  const outcome = (session: Session) => ({
    state: session.state,
    ...('failure' in session && session.failure && { code: session.failure.code }),
  });

  test.each(SPECIMENS.filter(({ name }) => name !== 'face-mismatch'))('$name', async ({ name, outcome: expected }) => {
    const { id, token } = await world.session();
    await world.read(name, token);
    const session = await world.succeed('session.get', { id }, { basic: world.account.basic });
    expect(outcome(session)).toEqual(expected);
    const identity = ['given_names', 'surname', 'date_of_birth', 'document_number', 'portrait'];
    for (const field of identity) expect([field, field in session]).toEqual([field, expected.state === 'APPROVED']);
  });

  test('at least eight rejections have their own code', () => {
    const codes = SPECIMENS.flatMap(({ outcome: { code } }) => code ?? []);
    expect(new Set(codes).size).toBeGreaterThanOrEqual(8);
  });

  test('an ID card is refused if only passports are accepted', async () => {
    const { id, token } = await world.session({ passport_only: true });
    await world.read('id-card', token);
    expect(outcome(await world.succeed('session.get', { id }, { basic: world.account.basic }))).toEqual({
      state: 'REJECTED',
      code: 'document_type_not_allowed',
    });
  });

  test.each<SpecimenName>(['genuine', 'genuine-rsa-pss', 'id-card'])(
    '%s ends the same in a demo, marked as a specimen',
    async (name) => {
      const { token } = await world.succeed('demo.create', {});
      expect(await world.read(name, token)).toMatchObject({ state: 'APPROVED' });
      const demo = await world.succeed('demo.get', { token });
      expect(demo).toMatchObject({ state: 'APPROVED', specimen: true });
      expect(Buffer.from((demo as { portrait: string }).portrait, 'base64').subarray(0, 8)).toEqual(PNG);
    },
  );

  test('a challenge can be answered only once', async () => {
    const { headers, body } = await world.submission();
    expect(await world.succeed('reader.submit', body, {}, headers)).toMatchObject({ state: 'APPROVED' });
    const second = await world.submission();
    const replayed = { ...second.body, aa_signature: body.aa_signature };
    expect(await world.succeed('reader.submit', replayed, {}, second.headers)).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'chip_auth_failed' },
    });
  });
});

test.each(['CREATED', 'INITIATED'])('waiting for a session that stays %s ends when its day is over', async (state) => {
  const own = await createTestServer();
  const { basic } = await own.account();
  const { body } = await own.call('session.create', {}, { basic });
  if (state === 'INITIATED')
    await own.call('reader.start', { token: body.token, platform: 'CLI', app_version: '1.0.0' });
  const { public_key: publicKey, secret } = basic;
  // Each wait advances the clock by six hours, so that the day passes in a few polls.
  const sleep = async () => void (await own.advance('PT6H'));
  const { session } = new Sigill({ baseUrl: own.base, publicKey, secret, sleep });
  expect(await session.state({ id: body.id })).toEqual({ state });
  expect(await session.waitFor(body.id)).toMatchObject({ state: 'FAILED', failure: { code: 'session_expired' } });
  await own.stop();
});

test('an unfinished session fails when its day is over, and a callback reports it', async () => {
  const own = await createTestServer();
  const { basic } = await own.account();
  const created = await own.call('session.create', { callback_url: `${own.base}/_local/callbacks/late` }, { basic });
  await own.advance('PT23H59M');
  expect((await own.call('session.state', { id: created.body.id }, { basic })).body).toEqual({ state: 'CREATED' });
  await own.advance('PT1M');
  const session = (await own.call('session.get', { id: created.body.id }, { basic })).body;
  expect(session).toMatchObject({ state: 'FAILED', failure: { code: 'session_expired', retryable: true } });
  const [callback] = await eventually(async () => {
    const callbacks = await own.receivedCallbacks('late');
    return callbacks.length > 0 && callbacks;
  }, 'the callback');
  expect(callback!.body).toMatchObject({
    data: { state: 'FAILED', previous_state: 'CREATED', failure: { code: 'session_expired' } },
  });
  await own.stop();
});
