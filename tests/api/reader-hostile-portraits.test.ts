/** Correctly signed portraits, crafted to crash the service. Anyone can sign them, because the specimens' keys are in the source. */
// SQLite only: portraits are decoded outside the database.
import createEncoderModule from '@cornerstonejs/codec-openjpeg/wasmjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specimenBundle } from '../../server/specimen/specimens.ts';
import { signChallenge } from '../support/reader/sign-challenge.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, submitter, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const portraits = new Map<number, Promise<Uint8Array>>();

/** Encodes only one portrait of each size, because encoding takes as long as decoding. */
function jpeg2000(side: number): Promise<Uint8Array> {
  const made = portraits.get(side) ?? encoded(side);
  portraits.set(side, made);
  return made;
}

/** In a single colour, so that an image of any size takes only a few hundred bytes. */
async function encoded(side: number): Promise<Uint8Array> {
  const module = await createEncoderModule({ print: () => {}, printErr: () => {} });
  const encoder = new module.J2KEncoder();
  const image = { width: side, height: side, bitsPerSample: 16, componentCount: 1, isSigned: false };
  encoder.getDecodedBuffer(image).fill(7);
  encoder.encode();
  return Uint8Array.from(encoder.getEncodedBuffer());
}

async function reading(kind: 'live' | 'demo', side: number) {
  const { token } = kind === 'demo' ? await world.succeed('demo.create', {}) : await world.session();
  const { reader_key } = await world.succeed('reader.start', { token, platform: 'CLI', app_version: '1.0.0' });
  const { challenge } = await world.succeed('reader.challenge', { token, reader_key });
  const portrait = { format: 'jpeg2000', width: 240, height: 320, bytes: await jpeg2000(side) } as const;
  const { files, aa } = specimenBundle('genuine', server.deps.clock.now(), portrait);
  const body = { challenge, files, aa_signature: signChallenge(aa!, challenge) };
  return { token, submit: () => server.call('reader.submit', body, {}, submitter({ token, reader_key })) };
}

const state = async (token: string) => (await world.succeed('reader.state', { token })).state;

describe('a portrait', () => {
  test('of at most 4 megapixels is accepted, and a larger one is not decoded', async () => {
    expect((await (await reading('live', 1200)).submit()).body).toEqual({ state: 'APPROVED' });
    for (const side of [2001, 5000])
      expect((await (await reading('live', side)).submit()).body).toMatchObject({
        state: 'REJECTED',
        failure: { code: 'portrait_unreadable' },
      });
  });
});

describe('a queue of demo portraits', () => {
  test('does not delay a live portrait', async () => {
    const bombs = await Promise.all(Array.from({ length: 8 }, () => reading('demo', 2000)));
    const honest = await world.submission();
    const order: string[] = [];
    const demos = bombs.map(async ({ submit }) => {
      const { status } = await submit();
      order.push(`demo ${status}`);
    });
    const { body } = await server.call('reader.submit', honest.body, {}, honest.headers);
    order.push(`live ${body.state}`);
    await Promise.all(demos);
    expect(order.indexOf('live APPROVED')).toBeLessThan(order.length / 2);
    expect(order.toSorted()).toEqual([...Array<string>(8).fill('demo 200'), 'live APPROVED']);
  });

  test('that is full refuses the next portrait, whose session stays as it was and can retry', async () => {
    const many = await Promise.all(Array.from({ length: 24 }, () => reading('demo', 1000)));
    const answers = await Promise.all(many.map(async (one) => ({ ...one, answer: await one.submit() })));
    const refused = answers.filter(({ answer }) => answer.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ answer }) => answer.status === 200).length).toBe(answers.length - refused.length);
    for (const { token, answer, submit } of refused.slice(0, 2)) {
      expect(answer.body).toMatchObject({ code: 'service_unavailable' });
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await state(token)).toBe('INITIATED');
      expect((await submit()).body).toEqual({ state: 'APPROVED' });
    }
  });
});

test('a session whose portrait is queued is not taken over by the worker for interrupted ones', async () => {
  const waiting = await Promise.all(Array.from({ length: 4 }, () => reading('demo', 2000)));
  const answers = waiting.map(({ submit }) => submit());
  const completed = async () => {
    const rows = await server.ctx.db.selectFrom('sessions').select('id').where('state', '=', 'COMPLETED').execute();
    return rows.length > 0;
  };
  await expect.poll(completed).toBe(true);
  await server.advance('PT2M');
  await Promise.all(answers);
  const tries = await server.ctx.db.selectFrom('sessions').select('verification_tries').where('demo', '=', 1).execute();
  expect(new Set(tries.map(({ verification_tries }) => verification_tries))).toEqual(new Set([0]));
});
