/** Face verification with a matcher at a URL: its requests, and the effects of its responses or of missing ones. */
// SQLite only: faces are compared outside the database.
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { createFaceService, scores } from '../support/outside/face-service.ts';
import { production } from '../support/process/production.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

let faces: Awaited<ReturnType<typeof createFaceService>>;
let server: TestServer;
let world: World;

beforeAll(async () => {
  faces = await createFaceService('/faces/');
  server = await createTestServer({ environment: faces.environment });
  world = createWorld(server, await server.account());
});
afterAll(() => Promise.all([server?.stop(), faces?.stop()]));
beforeEach(() => {
  faces.questions = [];
  faces.answer = scores();
});

const get = (id: number) => world.succeed('session.get', { id }, { basic: world.account.basic });
const face = { face_verification: true };
const device = { platform: 'CLI', app_version: '1.0.0' } as const;
const call = ((id: OperationId, body: Record<string, unknown>, headers?: Record<string, string>) =>
  world.succeed(id, body, {}, headers)) as ReaderCall;

describe('a face', () => {
  test('that matches is in the result, next to the portrait it was compared with', async () => {
    const { id } = await world.ended('genuine', face);
    const [match, liveness, ...more] = faces.questions;
    expect(more).toEqual([]);
    expect([match?.path, liveness?.path]).toEqual(['/faces/match', '/faces/liveness']);
    for (const question of [match, liveness]) expect(question?.headers.authorization).toBe('Bearer matcher-token');
    const [image = '', ...others] = match?.live ?? [];
    expect(others).toEqual([]);
    expect(liveness?.frames).toEqual([image]);
    const images = { portrait: match!.reference!, face: image };
    for (const image of Object.values(images)) expect(Buffer.from(image, 'base64').subarray(0, 8)).toEqual(PNG);
    expect(images.face).not.toBe(images.portrait);
    expect(await get(id)).toMatchObject({
      state: 'APPROVED',
      face_verification: true,
      ...images,
      chip: {
        checks: { face: { result: 'PASSED', message: 'Compared by Example Biometrics' } },
        face_match: {
          ...{ matcher: 'http', provider: 'Example Biometrics', score: '0.9300', threshold: '0.7000' },
          liveness: { score: '0.9900', threshold: '0.8500' },
        },
      },
    });
  });

  test('comes with further pictures, each of which is compared and checked', async () => {
    const { face: image = '', ...specimen } = await world.specimen('genuine');
    const jpeg = (width: number) => sharp(Buffer.from(image, 'base64')).resize(width).jpeg().toBuffer();
    const face_frames = (await Promise.all([200, 180].map(jpeg))).map((bytes) => bytes.toString('base64'));
    const { id, token } = await world.session(face);
    expect(await playSpecimen({ call, specimen: { ...specimen, face: image, face_frames }, ...device, token })).toEqual(
      {
        state: 'APPROVED',
      },
    );
    const [match, liveness] = faces.questions;
    const widths = await Promise.all(
      match!.live!.map(async (one) => (await sharp(Buffer.from(one, 'base64')).metadata()).width),
    );
    expect(widths.slice(1)).toEqual([200, 180]);
    expect(liveness?.frames).toEqual(match?.live);
    expect(await get(id)).toMatchObject({ face: match!.live![0] });
  });

  test.each([
    ['a picture that is too large', { face_frames: [randomBytes(262_145).toString('base64')] }, 413],
    ['too many pictures', { face_frames: Array.from({ length: 5 }, () => 'AAAA') }, 400],
  ])('%s next to it is refused, and the session continues', async (_, more, status) => {
    const { token } = await world.session(face);
    const { reader_key } = (await server.call('reader.start', { token, ...device })).body;
    const { challenge } = (await server.call('reader.challenge', { token, reader_key })).body;
    const { files, face: image } = await world.specimen('genuine');
    const headers = { 'Session-Token': token, 'Reader-Key': reader_key };
    const refused = await server.call('reader.submit', { challenge, files, face: image, ...more }, {}, headers);
    expect(refused.status).toBe(status);
    expect((await server.call('reader.state', { token })).body.state).toBe('INITIATED');
    expect((await server.call('reader.submit', { challenge, files, face: image }, {}, headers)).status).toBe(200);
  });

  test('may be a PNG', async () => {
    const { id } = await world.ended('genuine', face);
    const { face: png } = (await get(id)) as { face: string };
    const { token } = await world.session(face);
    const specimen = { ...(await world.specimen('genuine')), face: png };
    expect(await playSpecimen({ call, specimen, ...device, token })).toEqual({ state: 'APPROVED' });
    expect(faces.questions.at(-1)?.frames).toEqual([png]);
  });

  test.each([
    ['of somebody else', { match: 0.69996 }, 'face_mismatch', { score: '0.6999' }],
    ['of a picture', { liveness: 0.3 }, 'liveness_failed', { liveness: { score: '0.3000', threshold: '0.8500' } }],
  ])('%s is refused, and no identity is returned', async (_, given, code, shown) => {
    faces.answer = scores(given);
    const session = await get((await world.ended('face-mismatch', face)).id);
    expect(session).toMatchObject({
      state: 'REJECTED',
      failure: { code, retryable: true },
      chip: {
        checks: { signature: { result: 'PASSED' }, face: { result: 'FAILED', code } },
        face_match: { matcher: 'http', threshold: '0.7000', ...shown },
      },
    });
    for (const field of ['surname', 'portrait', 'face']) expect(session).not.toHaveProperty(field);
  });

  test('counts as missing if it is left out or not a picture', async () => {
    const { face: _, ...specimen } = await world.specimen('genuine');
    const none = Buffer.from('no picture').toString('base64');
    for (const sent of [{}, { face: none }, { face: _, face_frames: [none] }]) {
      const { id, token } = await world.session(face);
      const end = await playSpecimen({ call, specimen: { ...specimen, ...sent }, ...device, token });
      expect(end).toMatchObject({ state: 'REJECTED', failure: { code: 'face_missing' } });
      expect(await get(id)).toMatchObject({ chip: { checks: { face: { result: 'FAILED', code: 'face_missing' } } } });
    }
    expect(faces.questions).toEqual([]);
  });

  test('is not compared if nobody asked, nor for a document that is not genuine', async () => {
    expect(await get((await world.ended('genuine')).id)).toMatchObject({
      state: 'APPROVED',
      face_verification: false,
      chip: { checks: { face: { result: 'NOT_PRESENT' } } },
    });
    const { face: image } = await world.specimen('genuine');
    const insisting = ((id: OperationId, body: Record<string, unknown>, headers?: Record<string, string>) =>
      world.succeed(id, id === 'reader.submit' ? { ...body, face: image } : body, {}, headers)) as ReaderCall;
    const { id, token } = await world.session();
    await playSpecimen({ call: insisting, specimen: await world.specimen('genuine'), ...device, token });
    expect(await get(id)).not.toHaveProperty('face');
    expect(await get((await world.ended('tampered-dg1', face)).id)).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'dg_hash_mismatch' },
    });
    expect(faces.questions).toEqual([]);
  });

  test('is compared in a demo too', async () => {
    const { token } = await world.succeed('demo.create', face);
    expect(await world.read('genuine', token)).toMatchObject({ state: 'APPROVED' });
    expect(await world.succeed('demo.get', { token })).toMatchObject({ face: faces.questions[0]!.live![0] });
  });
});

const refusals: [string, typeof faces.answer][] = [
  ['fails', (response) => response.writeHead(500).end()],
  ['is overloaded', (response) => response.writeHead(503, { 'retry-after': '5' }).end()],
  ['does not know the token', (response) => response.writeHead(401).end('{"score": 1}')],
  ['redirects', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  ['hangs up', (response) => response.destroy()],
  ['returns a score of another type', (response) => response.end('{"score": "1"}')],
  ['returns an impossible score', (response) => response.end('{"score": 1.01}')],
  ['returns no score', (response) => response.end('{}')],
  ['returns too much', (response) => response.end(`{"score": 1, "more": "${'x'.repeat(70_000)}"}`)],
];

test.each(refusals)('a matcher that %s leaves the session COMPLETED, and is retried', async (_, refusal) => {
  faces.answer = refusal;
  const { id, token } = await world.session(face);
  expect(await world.read('genuine', token)).toEqual({ state: 'COMPLETED' });
  expect(await get(id)).toMatchObject({ state: 'COMPLETED', chip: { checks: { face: { result: 'NOT_PRESENT' } } } });
  expect(faces.questions).toHaveLength(1);
  faces.answer = scores();
  await server.advance('PT91S');
  const session = await eventually(async () => {
    const now = await get(id);
    return now.state !== 'COMPLETED' && now;
  }, 'the verdict');
  expect(session).toMatchObject({ state: 'APPROVED', face: faces.questions.at(-1)!.frames![0] });
});

test('a session whose face is never compared ends as failed, so that its images are not kept', async () => {
  faces.answer = (response) => response.writeHead(500).end();
  const { id, token } = await world.session(face);
  await world.read('genuine', token);
  const ended = await eventually(async () => {
    // Each retry waits longer than the one before.
    await server.advance('PT3H');
    const session = await get(id);
    return session.state !== 'COMPLETED' && session;
  }, 'the end');
  expect(ended).toMatchObject({ state: 'REJECTED', failure: { code: 'face_unavailable', retryable: true } });
  expect(ended).toMatchObject({ chip: { checks: { face: { result: 'NOT_PRESENT' } } } });
  expect(faces.questions).toHaveLength(9);
});

describe("without the operator's matcher", () => {
  let local: TestServer;
  let demo: World;

  beforeAll(async () => {
    local = await createTestServer();
    demo = createWorld(local, await local.account());
  });
  afterAll(() => local?.stop());

  test.each(['genuine', 'genuine-rsa-pss', 'id-card'] as const)(
    'a local-mode demo recognises the face of %s',
    async (name) => {
      const { token } = await demo.succeed('demo.create', face);
      expect(await demo.read(name, token)).toEqual({ state: 'APPROVED' });
      expect(await demo.succeed('demo.get', { token })).toMatchObject({
        face: expect.any(String),
        chip: { checks: { face: { result: 'PASSED', message: 'Compared by specimen' } } },
      });
    },
  );

  test('a local-mode demo refuses another face', async () => {
    const { token } = await demo.succeed('demo.create', face);
    expect(await demo.read('face-mismatch', token)).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'face_mismatch' },
    });
  });

  test('a live session is refused, and in production a demo too', async () => {
    const refusal = { status: 400, body: { code: 'face_verification_unavailable' } };
    expect(await local.call('session.create', face, { basic: demo.account.basic })).toMatchObject(refusal);
    const server = await createTestServer({ environment: production() });
    try {
      expect(await server.call('demo.create', face)).toMatchObject(refusal);
      expect(await server.call('demo.create', {})).toMatchObject({ status: 200 });
    } finally {
      await server.stop();
    }
  });
});
