import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import type { SessionFailure } from '../../server/generated/operations.gen.ts';
import { expectedOutcome, type SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import { SPECIMENS, specimenBundle } from '../../server/specimen/specimens.ts';
import { runReader } from '../support/packages/script.ts';
import { announce } from '../support/server/call.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { submitter } from '../support/server/world.ts';

const UNKNOWN_TOKEN = `123.${'A'.repeat(43)}`;
const IDENTITY = [
  'given_names',
  'surname',
  'document_number',
  'portrait',
  'date_of_birth',
  'latest_date_of_birth',
  'mrz',
  'sources',
  'personal_number',
  'expiry_date',
];

let server: TestServer;
let account: { basic: { public_key: string; secret: string } };

beforeAll(async () => {
  server = await createTestServer();
  const { basic } = await server.account();
  account = { basic };
});
afterAll(() => server.stop());

const create = async (options = {}) => (await server.call('session.create', options, account)).body;
const get = async (id: number) => (await server.call('session.get', { id }, account)).body;
const start = (
  token: string,
  device: { platform?: string; app_version?: string } = {},
  agent = 'Phone/1',
  headers: Record<string, string> = {},
) =>
  server.call(
    'reader.start',
    { token, platform: 'CLI', app_version: '1.0.0', ...device },
    {},
    { 'User-Agent': agent, ...headers },
  );

const call: ReaderCall = async (name, body, headers) => {
  const result = await server.call(name, body, {}, { ...headers });
  if (result.status !== 200) throw new Error(`${name}: ${result.status} ${result.text}`);
  return result.body as never;
};
const bundleOf = (name: SpecimenName) => specimenBundle(name, server.deps.clock.now());
const read = (token: string, name: SpecimenName) =>
  playSpecimen({ call, specimen: bundleOf(name), token, platform: 'CLI', app_version: '1.0.0' });

async function started(options = {}) {
  const { id, token } = await create(options);
  const { reader_key } = (await start(token)).body;
  const { challenge } = (await server.call('reader.challenge', { token, reader_key })).body;
  return { id, token, reader_key, challenge, files: bundleOf('genuine').files };
}

describe('specimens', () => {
  for (const { name } of SPECIMENS) {
    test(`${name} ends as it should`, async () => {
      const { id, token } = await create({ reference: name });
      const expected = expectedOutcome(name, { face_verification: false, passport_only: false });
      const end = await read(token, name);
      expect(end.state).toBe(expected.state);
      if (end.state === 'REJECTED') expect(end.failure?.code).toBe(expected.code);
      const session = await get(id);
      expect(session).toMatchObject({ id, state: expected.state, reference: name, specimen: true });
      if (session.state === 'APPROVED') {
        expect(session).toMatchObject({
          surname: expect.any(String),
          issuer: expect.any(String),
          chip: { specimen: true, checks: { portrait: { result: 'PASSED' } } },
        });
        expect(Buffer.from(session.portrait!, 'base64').subarray(1, 4).toString()).toBe('PNG');
      } else {
        for (const field of IDENTITY) expect(session).not.toHaveProperty(field);
        if (expected.code)
          expect(session).toMatchObject({
            failure: {
              code: expected.code,
              message: expect.any(String),
              help_url: `${server.base}/failure-guide#${expected.code}`,
            },
          });
      }
      if (expected.code === 'portrait_unreadable')
        expect(session).toMatchObject({
          chip: { checks: { portrait: { result: 'FAILED', code: 'portrait_unreadable' } } },
        });
    });
  }

  test('an ID card is refused if only passports are accepted', async () => {
    const card = SPECIMENS.find(
      ({ name }) =>
        expectedOutcome(name, { face_verification: false, passport_only: true }).code === 'document_type_not_allowed',
    )!;
    const { token } = await create({ passport_only: true });
    expect(await read(token, card.name)).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'document_type_not_allowed' },
    });
  });

  test.each([
    [false, 'APPROVED'],
    [true, 'REJECTED weak_algorithm'],
  ])(
    'the reader command knows how the specimen with outdated hashes ends when refuse_weak is %s',
    async (refuse_weak, end) => {
      const { token } = await create({ refuse_weak });
      const { code, out } = await runReader('--token', token, '--base', server.base, '--specimen', 'weak-digest');
      expect(out).toContain(end);
      expect(out).toContain('Ended as weak-digest should.');
      expect(code).toBe(0);
    },
  );
});

describe('reader.open', () => {
  test('shows who asks and changes nothing', async () => {
    const { id, token } = await create({ passport_only: true });
    for (let views = 0; views < 2; views++) {
      const { status, body } = await server.call('reader.open', { token });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        state: 'CREATED',
        passport_only: true,
        face_verification: false,
        specimen: true,
        demo: false,
        app_link: expect.stringContaining(token),
      });
      expect(JSON.stringify(body)).not.toContain(`"id"`);
    }
    expect(await get(id)).toMatchObject({ state: 'CREATED' });
  });

  test('says how the session ended, in our words and with nothing about the person', async () => {
    const open = async (token: string) => (await server.call('reader.open', { token })).body;
    const waiting = await open((await create()).token);
    expect([waiting.failure, waiting.checks]).toEqual([undefined, undefined]);

    const genuine = await create();
    await read(genuine.token, 'genuine');
    expect(await open(genuine.token)).toMatchObject({
      state: 'APPROVED',
      checks: { issuer: 'PASSED', signature: 'PASSED', data: 'PASSED', clone: 'PASSED', face: 'NOT_PRESENT' },
    });
    const cloned = await create();
    await read(cloned.token, 'cloned');
    const refused = await open(cloned.token);
    expect(refused).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'chip_auth_failed', retryable: false },
      checks: { issuer: 'PASSED', data: 'PASSED', clone: 'FAILED' },
    });

    const failed = await create();
    await server.call('reader.fail', { token: failed.token, code: 'nfc_lost', message: 'Said by the reader alone' });
    const lost = await open(failed.token);
    expect(lost).toMatchObject({ state: 'FAILED', failure: { code: 'nfc_lost', retryable: true } });
    expect(lost.checks).toBeUndefined();
    expect(JSON.stringify([await open(genuine.token), refused, lost])).not.toMatch(/VINTERGLANS|Said by the reader/);
  });
});

describe('reader.start', () => {
  test("returns the phone's key again after its network or its app has changed", async () => {
    const mobile = await createTestServer({ environment: { TRUSTED_PROXIES: '1' } });
    const { basic } = await mobile.account();
    const { token } = (await mobile.call('session.create', {}, { basic })).body;
    const own = { 'Idempotency-Key': randomUUID() };
    const startFrom = (ip: string, app_version: string) =>
      mobile.call('reader.start', { token, platform: 'IOS', app_version }, {}, { ...own, 'X-Forwarded-For': ip });
    const first = await startFrom('198.51.100.1', '1.0.0');
    expect(first.status).toBe(200);
    expect((await startFrom('203.0.113.9', '1.0.1')).body).toEqual(first.body);
    await mobile.stop();
  });

  test('starts once per device: repeating the start returns the key again, and anyone else with the link gets 409', async () => {
    const { id, token } = await create();
    const own = { 'Idempotency-Key': randomUUID() };
    const first = await start(token, {}, 'Phone/1', own);
    expect(first).toMatchObject({
      status: 200,
      body: {
        limits: {
          dg2_bytes: 262144,
          file_bytes: 65536,
          face_bytes: 2097152,
          frame_bytes: 262144,
          frames: 4,
          body_bytes: 6291456,
          challenges: 5,
        },
      },
    });
    expect((await start(token, {}, 'Phone/1', own)).body).toEqual(first.body);
    // Another device with the same User-Agent is refused too, because the User-Agent is not secret.
    for (const other of [
      start(token),
      start(token, {}, 'Phone/1', { 'Idempotency-Key': randomUUID() }),
      start(token, {}, 'Phone/2'),
      start(token, { platform: 'IOS' }),
    ]) {
      expect(await other).toMatchObject({ status: 409, body: { code: 'session_already_started' } });
    }
    expect(await get(id)).toMatchObject({
      state: 'INITIATED',
      user_agent: 'Phone/1',
      user_ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    });
  });

  test('has one winner if several devices start at the same time', async () => {
    const { token } = await create();
    const results = await Promise.all(Array.from({ length: 8 }, (_, index) => start(token, {}, `Phone/${index}`)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  test('is refused after the end', async () => {
    const { token } = await create();
    await server.call('reader.abort', { token });
    expect(await start(token)).toMatchObject({
      status: 409,
      body: { code: 'session_not_open', error: 'The session is ABORTED and cannot be changed' },
    });
  });
});

describe('reader.challenge', () => {
  test('gives five different challenges of 8 bytes and no sixth, also to parallel calls', async () => {
    const { token } = await create();
    const { reader_key } = (await start(token)).body;
    const results = await Promise.all(
      Array.from({ length: 9 }, () => server.call('reader.challenge', { token, reader_key })),
    );
    const given = results.filter(({ status }) => status === 200).map(({ body }) => body.challenge);
    expect(new Set(given).size).toBe(5);
    for (const challenge of given) expect(Buffer.from(challenge, 'base64')).toHaveLength(8);
    for (const refused of results.filter(({ status }) => status !== 200))
      expect(refused).toMatchObject({ status: 409, body: { code: 'challenge_limit' } });
  });
});

describe('reader.submit', () => {
  test('accepts a challenge once, for 120 seconds, from the session it was issued to', async () => {
    const mine = await started();
    const other = await started();
    const foreign = await submit(mine, { challenge: other.challenge });
    expect(foreign).toMatchObject({ status: 409, body: { code: 'challenge_invalid' } });
    await server.advance('PT120S');
    expect(await submit(mine)).toMatchObject({
      status: 409,
      body: { code: 'challenge_invalid' },
    });
    expect(await get(mine.id)).toMatchObject({ state: 'INITIATED' });
    const { challenge } = (await server.call('reader.challenge', { token: mine.token, reader_key: mine.reader_key }))
      .body;
    // Leaves a margin, because the clock keeps running, and a slow machine may take seconds to send the request.
    await server.advance('PT100S');
    // The challenge is still open, but the chip signed another one, so the session is rejected.
    expect(await submit(mine, { challenge, aa_signature: 'A'.repeat(88) })).toMatchObject({
      status: 200,
      body: { state: 'REJECTED', failure: { code: 'chip_auth_failed' } },
    });
    expect(await submit(mine, { challenge })).toMatchObject({
      status: 409,
      body: { code: 'session_not_open' },
    });
  });

  test('has one winner among equal submissions', async () => {
    const mine = await started();
    const results = await Promise.all(Array.from({ length: 6 }, () => submit(mine)));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of results)
      if (status !== 200)
        expect([
          status,
          ['challenge_invalid', 'session_not_open'].includes((body as unknown as { code: string }).code),
        ]).toEqual([409, true]);
  });

  test('repeats the response under the same idempotency key', async () => {
    const { token } = await create();
    const answers = new Map<string, string>();
    const keyed: ReaderCall = async (name, body, credentials) => {
      const headers = { ...credentials, 'Idempotency-Key': `${token}-${name}` };
      const first = await server.call(name, body, {}, headers);
      const again = name === 'reader.open' ? first : await server.call(name, body, {}, headers);
      expect([again.status, again.text]).toEqual([200, first.text]);
      answers.set(name, first.text);
      return first.body as never;
    };
    expect(
      await playSpecimen({ call: keyed, specimen: bundleOf('genuine'), token, platform: 'CLI', app_version: '1.0.0' }),
    ).toEqual({ state: 'APPROVED' });
    expect([...answers.keys()]).toContain('reader.submit');
  });

  test("responds to a caller who is not the session's reader before any of the body has arrived", async () => {
    const mine = await started();
    const other = await started();
    const ended = await started();
    await server.call('reader.abort', { token: ended.token });
    const headers = submitter(mine);
    const refused: [Record<string, string>, number, string, string][] = [
      [{}, 400, 'missing_property', 'Missing header: Session-Token'],
      [{ 'Session-Token': mine.token }, 400, 'missing_property', 'Missing header: Reader-Key'],
      [{ ...headers, 'Reader-Key': 'short' }, 400, 'invalid_value', 'Reader-Key must be a token of the service'],
      [{ ...headers, 'Session-Token': UNKNOWN_TOKEN }, 404, 'not_found', 'No session found for this token'],
      [
        { ...headers, 'Reader-Key': other.reader_key },
        403,
        'forbidden',
        'The reader_key does not belong to this session',
      ],
      [submitter(ended), 409, 'session_not_open', 'The session is ABORTED and cannot be changed'],
    ];
    for (const [sent, status, code, error] of refused) {
      const answer = await announce(server.base, 'reader.submit', 5_000_000, {
        'Content-Type': 'application/json',
        ...sent,
      });
      expect(answer, error).toMatchObject({ status, body: { code, error } });
      expect(answer.headers.get('connection')).toBe('close');
    }
    expect(await submit(mine)).toMatchObject({ status: 200 });
  });

  test('refuses another submission under the same idempotency key', async () => {
    const [mine, other] = [await started(), await started()];
    const { challenge, files } = mine;
    const key = { 'Idempotency-Key': `submission-${mine.id}` };
    expect((await server.call('reader.submit', { challenge, files }, {}, { ...submitter(mine), ...key })).status).toBe(
      200,
    );
    expect(await server.call('reader.submit', { challenge, files }, {}, { ...submitter(other), ...key })).toMatchObject(
      {
        status: 409,
        body: { code: 'idempotency_conflict' },
      },
    );
  });

  test('refuses files that are not base64 or too large, and changes nothing', async () => {
    const mine = await started();
    const submitFiles = (files: object) => submit(mine, { files: { ...mine.files, ...files } });
    expect(await submitFiles({ dg1: 'AAAAA' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', details: [{ path: 'files.dg1' }] },
    });
    expect(await submitFiles({ dg7: Buffer.alloc(65_537).toString('base64') })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
    expect(await submitFiles({ dg2: Buffer.alloc(262_145).toString('base64') })).toMatchObject({ status: 413 });
    expect(await submitFiles({ dg2: Buffer.alloc(262_150).toString('base64') })).toMatchObject({ status: 400 });
    expect(await get(mine.id)).toMatchObject({ state: 'INITIATED' });
  });

  test('rejects bytes that are not a document', async () => {
    const mine = await started();
    const noise = Buffer.alloc(300, 7).toString('base64');
    const { body } = await submit(mine, { files: { com: noise, sod: noise, dg1: noise, dg2: noise } });
    expect(body).toMatchObject({ state: 'REJECTED', failure: { code: 'malformed' } });
  });

  const submit = ({ challenge, files, ...mine }: Awaited<ReturnType<typeof started>>, changes: object = {}) =>
    server.call('reader.submit', { challenge, files, ...changes }, {}, submitter(mine));
});

describe('reader.fail and reader.abort', () => {
  test('end a session that was not started, for anyone with the token', async () => {
    const [failed, aborted] = [await create(), await create()];
    expect(
      (await server.call('reader.fail', { token: failed.token, code: 'nfc_unavailable', message: 'No NFC' })).body,
    ).toEqual({ state: 'FAILED' });
    expect(await get(failed.id)).toMatchObject({
      failure: { code: 'nfc_unavailable', message: 'No NFC', retryable: true },
      ended: expect.any(String),
    });
    expect((await server.call('reader.abort', { token: aborted.token })).body).toEqual({ state: 'ABORTED' });
    expect((await server.call('reader.state', { token: aborted.token })).body).toEqual({ state: 'ABORTED' });
  });

  test('keep the cause that a reader names, also after redaction, and ignore an unknown one', async () => {
    const known = await create({ callback_url: `${server.base}/_local/callbacks/causes` });
    const unknown = await create();
    const failureOf = async (id: number) => ((await get(id)) as { failure?: SessionFailure }).failure;
    const report = { code: 'read_error', message: 'EF.DG2' };
    await server.call('reader.fail', { token: known.token, ...report, cause: 'file_not_found' });
    await server.call('reader.fail', { token: unknown.token, ...report, cause: 'peter_stevenson' });
    expect(await failureOf(known.id)).toMatchObject({ code: 'read_error', cause: 'file_not_found' });
    expect((await server.call('reader.open', { token: known.token })).body.failure).toMatchObject({
      code: 'read_error',
      cause: 'file_not_found',
    });
    expect(Object.keys((await failureOf(unknown.id)) ?? {})).not.toContain('cause');
    const [sent] = await eventually(async () => {
      const received = await server.receivedCallbacks('causes');
      return received.length > 0 && received;
    }, 'the callback of the failure');
    expect(sent?.body).toMatchObject({ data: { failure: { code: 'read_error', cause: 'file_not_found' } } });
    await server.call('session.redact', { id: known.id }, account);
    expect(await failureOf(known.id)).toMatchObject({
      cause: 'file_not_found',
      message: expect.not.stringContaining('EF.DG2'),
    });
  });

  test('need the key of the device to fail a started session, but not to abort it', async () => {
    const mine = await started();
    const refused = {
      status: 403,
      body: { code: 'forbidden', error: 'The reader_key does not belong to this session' },
    };
    expect(await server.call('reader.fail', { token: mine.token, code: 'timeout' })).toMatchObject(refused);
    for (const operation of ['reader.fail', 'reader.abort', 'reader.challenge'] as const) {
      const body = {
        token: mine.token,
        reader_key: 'x'.repeat(43),
        ...(operation === 'reader.fail' && { code: 'timeout' }),
      };
      expect(await server.call(operation, body), operation).toMatchObject(refused);
    }
    expect(await get(mine.id)).toMatchObject({ state: 'INITIATED' });
    expect((await server.call('reader.abort', { token: mine.token })).body).toEqual({ state: 'ABORTED' });
    for (const operation of ['reader.fail', 'reader.abort'] as const) {
      expect(
        await server.call(operation, { token: mine.token, ...(operation === 'reader.fail' && { code: 'timeout' }) }),
      ).toMatchObject({ status: 409, body: { code: 'session_not_open' } });
    }
  });
});

test('every reader call returns the same 404 for an unknown token', async () => {
  const calls = {
    'reader.open': {},
    'reader.start': { platform: 'CLI', app_version: '1' },
    'reader.challenge': { reader_key: 'x'.repeat(43) },
    'reader.fail': { code: 'timeout' },
    'reader.abort': {},
    'reader.state': {},
    'demo.get': {},
    'demo.state': {},
  } as const;
  for (const [operation, body] of Object.entries(calls)) {
    for (const token of [UNKNOWN_TOKEN, 'not a token at all']) {
      const result = await server.call(operation as keyof typeof calls, { token, ...body });
      expect(result, operation).toMatchObject({
        status: 404,
        body: { code: 'not_found', error: 'No session found for this token' },
      });
    }
  }
  for (const token of [UNKNOWN_TOKEN, 'not a token at all']) {
    const submission = { challenge: 'qrvM3e7/ABE=', files: bundleOf('genuine').files };
    const result = await server.call('reader.submit', submission, {}, submitter({ token, reader_key: 'x'.repeat(43) }));
    expect(result).toMatchObject({
      status: 404,
      body: { code: 'not_found', error: 'No session found for this token' },
    });
  }
});

test('identity data of an approved session is gone from every file 24 hours after its end', async () => {
  const { id, token } = await create({ callback_url: `${server.base}/_local/callbacks/purge` });
  await playSpecimen({ call, specimen: bundleOf('genuine'), token, platform: 'CLI', app_version: '1.0.0' });
  const session = await get(id);
  const sealed = await server.ctx.db.selectFrom('session_sealed').selectAll().where('session_id', '=', id).execute();
  expect(sealed.map(({ kind }) => kind).sort()).toEqual(['identity', 'portrait', 'portrait_jpeg', 'proof']);
  const wrapped = await server.ctx.db
    .selectFrom('session_keys')
    .selectAll()
    .where('session_id', '=', id)
    .executeTakeFirstOrThrow();
  const traces = [
    wrapped.wrapped_key,
    ...sealed.map(({ sealed: bytes }) => bytes.subarray(0, 40)),
    Buffer.from((session as { surname: string }).surname),
  ];
  const found = () =>
    traces.filter((trace) => filesOf(server.folder).some((file) => readFileSync(file).includes(trace))).length;
  const sqlite = !process.env['TEST_DATABASE_URL'];
  // Before the deletion, the search must find the sealed bytes, or finding nothing afterwards would prove nothing. It must never
  // find the name.
  if (sqlite) expect(found()).toBe(traces.length - 1);
  await server.advance('PT24H');
  await expect.poll(async () => (await get(id)).redacted, { timeout: 10_000 }).toBeDefined();
  if (sqlite) await expect.poll(found, { timeout: 10_000 }).toBe(0);
  const redacted = await get(id);
  expect(redacted).toMatchObject({ state: 'APPROVED', chip: { specimen: true } });
  for (const field of [...IDENTITY, 'user_ip', 'user_agent']) expect(redacted).not.toHaveProperty(field);
});

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
