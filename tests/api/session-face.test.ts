/** Face verification with a matcher behind an address: what it is asked, what follows from its answers, and from none. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ReaderCall, runReader } from '../../sdk/src/reader/reader.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { production } from '../support/production.ts';
import { createTestServer, eventually, type TestServer } from '../support/test-server.ts';
import { createWorld, type World } from '../support/world.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Question {
  authorization: string | undefined;
  portrait: string;
  face: string;
}

let matcher: Server;
let questions: Question[];
let answer: { status: number; body: unknown };
let server: TestServer;
let world: World;

beforeAll(async () => {
  matcher = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { portrait, face } = JSON.parse(Buffer.concat(chunks).toString()) as Question;
    questions.push({ authorization: request.headers.authorization, portrait, face });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => matcher.listen(0, '127.0.0.1', resolve));
  server = await createTestServer({
    environment: {
      FACE_MATCHER_URL: `http://127.0.0.1:${(matcher.address() as AddressInfo).port}/compare`,
      FACE_MATCHER_TOKEN: 'matcher-token',
    },
  });
  world = createWorld(server, await server.account());
});
afterAll(async () => {
  await server?.stop();
  await new Promise((resolve) => matcher.close(resolve));
});
beforeEach(() => {
  questions = [];
  answer = { status: 200, body: { match: true, alive: true } };
});

const get = (id: number) => world.succeed('session.get', { id }, { basic: world.account.basic });
const face = { face_verification: true };
const device = { platform: 'CLI', app_version: '1.0.0' } as const;
const call = ((id: OperationId, body: Record<string, unknown>, headers?: Record<string, string>) =>
  world.succeed(id, body, {}, headers)) as ReaderCall;

describe('a face', () => {
  test('that matches is in the result, beside the portrait it was compared with', async () => {
    const { id } = await world.ended('genuine', face);
    expect(questions).toHaveLength(1);
    const [{ authorization, ...images }] = questions as [Question];
    expect(authorization).toBe('Bearer matcher-token');
    for (const image of Object.values(images)) expect(Buffer.from(image, 'base64').subarray(0, 8)).toEqual(PNG);
    expect(images.face).not.toBe(images.portrait);
    expect(await get(id)).toMatchObject({
      state: 'APPROVED',
      face_verification: true,
      ...images,
      chip: { checks: { face: { result: 'PASSED', message: 'Compared by http' } } },
    });
  });

  test('may be a PNG', async () => {
    const { id } = await world.ended('genuine', face);
    const { face: png } = (await get(id)) as { face: string };
    const { token } = await world.session(face);
    const bundle = { ...(await world.specimen('genuine')), face: png };
    expect(await runReader({ call, bundle, ...device, token })).toEqual({ state: 'APPROVED' });
    expect(questions.at(-1)?.face).toBe(png);
  });

  test.each([
    ['of somebody else', { match: false, alive: true }, 'face_mismatch'],
    ['of a picture', { match: true, alive: false }, 'liveness_failed'],
  ])('%s is refused, and no identity is given out', async (_, body, code) => {
    answer = { status: 200, body };
    const session = await get((await world.ended('face-mismatch', face)).id);
    expect(session).toMatchObject({
      state: 'REJECTED',
      failure: { code, retryable: true },
      chip: { checks: { signature: { result: 'PASSED' }, face: { result: 'FAILED', code } } },
    });
    for (const field of ['surname', 'portrait', 'face']) expect(session).not.toHaveProperty(field);
  });

  test('that is left out, or is no picture, is missing', async () => {
    const { face: _, ...bundle } = await world.specimen('genuine');
    for (const sent of [{}, { face: Buffer.from('no picture').toString('base64') }]) {
      const { id, token } = await world.session(face);
      const end = await runReader({ call, bundle: { ...bundle, ...sent }, ...device, token });
      expect(end).toMatchObject({ state: 'REJECTED', failure: { code: 'face_missing' } });
      expect(await get(id)).toMatchObject({ chip: { checks: { face: { result: 'FAILED', code: 'face_missing' } } } });
    }
    expect(questions).toEqual([]);
  });

  test('is not looked at when nobody asked, nor for a document that is not genuine', async () => {
    expect(await get((await world.ended('genuine')).id)).toMatchObject({
      state: 'APPROVED',
      face_verification: false,
      chip: { checks: { face: { result: 'NOT_PRESENT' } } },
    });
    const { face: image } = await world.specimen('genuine');
    const insisting = ((id: OperationId, body: Record<string, unknown>, headers?: Record<string, string>) =>
      world.succeed(id, id === 'reader.submit' ? { ...body, face: image } : body, {}, headers)) as ReaderCall;
    const { id, token } = await world.session();
    await runReader({ call: insisting, bundle: await world.specimen('genuine'), ...device, token });
    expect(await get(id)).not.toHaveProperty('face');
    expect(await get((await world.ended('tampered-dg1', face)).id)).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'dg_hash_mismatch' },
    });
    expect(questions).toEqual([]);
  });

  test('is compared in a demo too', async () => {
    const { token } = await world.succeed('demo.create', face);
    expect(await world.read('genuine', token)).toMatchObject({ state: 'APPROVED' });
    expect(await world.succeed('demo.get', { token })).toMatchObject({ face: questions[0]!.face });
  });
});

test.each([
  ['fails', { status: 500, body: {} }],
  ['says something else', { status: 200, body: { match: 'yes' } }],
])('a matcher that %s leaves the session COMPLETED, and is asked again', async (_, refusal) => {
  answer = refusal;
  const { id, token } = await world.session(face);
  expect(await world.read('genuine', token)).toMatchObject({ state: 'COMPLETED' });
  expect(await get(id)).toMatchObject({ state: 'COMPLETED', chip: { checks: { face: { result: 'NOT_PRESENT' } } } });
  answer = { status: 200, body: { match: true, alive: true } };
  await server.advance('PT61S');
  const session = await eventually(async () => {
    const now = await get(id);
    return now.state !== 'COMPLETED' && now;
  }, 'the verdict');
  expect(session).toMatchObject({ state: 'APPROVED', face: questions.at(-1)!.face });
});

test('a session whose face is never compared ends as not confirmed, so that its images are not kept', async () => {
  answer = { status: 500, body: {} };
  const { id, token } = await world.session(face);
  await world.read('genuine', token);
  const ended = await eventually(async () => {
    // Each try is given longer than the one before.
    await server.advance('PT3H');
    const session = await get(id);
    return session.state !== 'COMPLETED' && session;
  }, 'the end');
  expect(ended).toMatchObject({ state: 'REJECTED', failure: { code: 'liveness_failed', retryable: true } });
  expect(questions).toHaveLength(9);
});

describe('without a matcher of the operator', () => {
  let local: TestServer;
  let demo: World;

  beforeAll(async () => {
    local = await createTestServer();
    demo = createWorld(local, await local.account());
  });
  afterAll(() => local?.stop());

  test.each(['genuine', 'genuine-rsa-pss', 'id-card'] as const)(
    'a demo of local mode knows the face of %s',
    async (name) => {
      const { token } = await demo.succeed('demo.create', face);
      expect(await demo.read(name, token)).toEqual({ state: 'APPROVED' });
      expect(await demo.succeed('demo.get', { token })).toMatchObject({
        face: expect.any(String),
        chip: { checks: { face: { result: 'PASSED', message: 'Compared by specimen' } } },
      });
    },
  );

  test('a demo of local mode refuses another face, and a copy of the portrait', async () => {
    const { token } = await demo.succeed('demo.create', face);
    expect(await demo.read('face-mismatch', token)).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'face_mismatch' },
    });
    const first = await demo.succeed('demo.create', face);
    await demo.read('genuine', first.token);
    const { portrait } = (await demo.succeed('demo.get', { token: first.token })) as { portrait: string };
    const second = await demo.succeed('demo.create', face);
    const bundle = { ...(await demo.specimen('genuine')), face: portrait };
    const localCall = ((id: OperationId, body: Record<string, unknown>, headers?: Record<string, string>) =>
      demo.succeed(id, body, {}, headers)) as ReaderCall;
    expect(await runReader({ call: localCall, bundle, ...device, token: second.token })).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'liveness_failed' },
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
