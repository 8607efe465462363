/** What the bundled comparison decides and does not say, and where it may decide at all. */
// CI only: renders people and runs the models, which takes half a minute.
// SQLite only: faces are compared outside the database.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { livingPerson, print, screen } from '../support/face/scenes.ts';
import { production } from '../support/process/production.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const chipPortrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));
const device = { platform: 'CLI', app_version: '1.0.0' } as const;
const face = { face_verification: true };

let server: TestServer;
let world: World;
let alma: Buffer[];

beforeAll(async () => {
  // Without the package, which `node scripts/build.ts face` builds, the service does not start.
  server = await createTestServer({ environment: { FACE_DEMONSTRATION: 'on' } });
  world = createWorld(server, await server.account());
  alma = await livingPerson('alma');
}, 120_000);
afterAll(() => server?.stop());

async function ended(pictures: Buffer[]) {
  const call = ((id: OperationId, body: Record<string, unknown>, headers?: Record<string, string>) =>
    world.succeed(id, body, {}, headers)) as ReaderCall;
  const { id, token } = await world.session(face);
  const [face_, ...face_frames] = pictures.map((picture) => picture.toString('base64'));
  const specimen = {
    ...(await world.specimen('genuine')),
    face: face_,
    ...(face_frames.length > 0 && { face_frames }),
  };
  await playSpecimen({ call, specimen, ...device, token } as Parameters<typeof playSpecimen>[0]);
  return world.succeed('session.get', { id }, { basic: world.account.basic });
}

describe('the demonstration in local mode', { timeout: 120_000 }, () => {
  test('approves the person of the document, and names itself', async () => {
    expect(await ended(alma)).toMatchObject({
      state: 'APPROVED',
      chip: { face_match: { matcher: 'demonstration', threshold: '0.7000' } },
    });
  });

  test.each(['ture', 'iris'] as const)('rejects another person: %s', async (person) => {
    expect(await ended(await livingPerson(person, [{ yaw: 4 }]))).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'face_mismatch' },
    });
  });

  test('rejects another person among pictures of the right one', async () => {
    const [other] = await livingPerson('ture', [{}]);
    expect(await ended([...alma, other!])).toMatchObject({ state: 'REJECTED', failure: { code: 'face_mismatch' } });
  });

  test.each([
    ['the person', () => alma],
    ['the portrait of the chip', () => [chipPortrait]],
    ['a print of a photo', () => print(alma[0]!)],
    ['a photo on a screen', () => screen(alma[0]!)],
    ['one picture several times', () => [alma[0]!, alma[0]!]],
  ])('says nothing about liveness of %s', async (_, pictures) => {
    const session = await ended(await pictures());
    const { face_match } = ('chip' in session && session.chip) || {};
    expect(Object.keys(face_match ?? {}).sort()).toEqual(['matcher', 'score', 'threshold']);
    expect(JSON.stringify(session)).not.toMatch(/liveness|alive/);
  });
});

test('in production the demonstration serves demos and specimen sessions, and live ones are refused', async () => {
  const other = await createTestServer({ environment: { ...production(), FACE_DEMONSTRATION: 'on' } });
  try {
    const { basic } = await other.account();
    const refusal = { status: 400, body: { code: 'face_verification_unavailable' } };
    expect(await other.call('session.create', face, { basic })).toMatchObject(refusal);
    const link = { name: 'Reception', session_options: face };
    expect(await other.call('link.create', link, { basic })).toMatchObject(refusal);
    for (const [id, body] of [
      ['session.create', { ...face, specimen: true }],
      ['demo.create', face],
    ] as const)
      expect(await other.call(id, body, { basic })).toMatchObject({ status: 200 });
  } finally {
    await other.stop();
  }
});
