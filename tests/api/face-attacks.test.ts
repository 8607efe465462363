/** Face verification with the installed package: the document's holder is approved, and no picture held up to the camera is. */
// CI only: renders people and runs the models, which takes half a minute.
// SQLite only: faces are compared outside the database.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { livingPerson, print, screen } from '../support/face/scenes.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const chipPortrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));
const device = { platform: 'CLI', app_version: '1.0.0' } as const;

let server: TestServer;
let world: World;
let alma: Buffer[];

beforeAll(async () => {
  // Without the package, which `node scripts/build.ts face` builds, the service does not start.
  server = await createTestServer({ environment: { FACE_MATCHER: 'sigill' } });
  world = createWorld(server, await server.account());
  alma = await livingPerson('alma');
}, 120_000);
afterAll(() => server?.stop());

async function ended(pictures: Buffer[], at = world) {
  const call = ((id: OperationId, body: Record<string, unknown>, headers?: Record<string, string>) =>
    at.succeed(id, body, {}, headers)) as ReaderCall;
  const { id, token } = await at.session({ face_verification: true });
  const [face, ...face_frames] = pictures.map((picture) => picture.toString('base64'));
  const specimen = { ...(await at.specimen('genuine')), face, ...(face_frames.length > 0 && { face_frames }) };
  await playSpecimen({ call, specimen, ...device, token } as Parameters<typeof playSpecimen>[0]);
  const session = await at.succeed('session.get', { id }, { basic: at.account.basic });
  return session as {
    state: string;
    failure?: { code: string };
    chip: {
      face_match: { matcher: string; calibration: string; liveness?: { calibration: string; signals?: string[] } };
    };
  };
}

describe('with @sigill/face', { timeout: 120_000 }, () => {
  test('the person of the document is approved, and the result says how well it is known', async () => {
    expect(await ended(alma)).toMatchObject({
      state: 'APPROVED',
      chip: { face_match: { matcher: 'sigill', calibration: 'measured', liveness: { calibration: 'uncalibrated' } } },
    });
  });

  test("with the operator's own threshold, the result does not claim measured error rates", async () => {
    const other = await createTestServer({ environment: { FACE_MATCHER: 'sigill', FACE_MATCH_THRESHOLD: '0.1' } });
    const session = await ended(alma, createWorld(other, await other.account())).finally(() => other.stop());
    expect(session.chip.face_match).toMatchObject({ threshold: '0.1000', calibration: 'uncalibrated' });
  });

  test('one picture of that person is enough', async () => {
    expect(await ended(alma.slice(0, 1))).toMatchObject({ state: 'APPROVED' });
  });

  test.each(['ture', 'iris'] as const)('another person is rejected: %s', async (person) => {
    const session = await ended(await livingPerson(person, [{ yaw: 4 }]));
    expect(session).toMatchObject({ state: 'REJECTED', failure: { code: 'face_mismatch' } });
    expect(session.chip.face_match).not.toHaveProperty('liveness');
  });

  test('another person among pictures of the right one is rejected', async () => {
    const [other] = await livingPerson('ture', [{}]);
    expect(await ended([...alma, other!])).toMatchObject({ state: 'REJECTED', failure: { code: 'face_mismatch' } });
  });

  test.each([
    ['the portrait of the chip', 'portrait_shown', async () => [chipPortrait]],
    [
      'the portrait at another size',
      'portrait_shown',
      async () => [await sharp(chipPortrait).resize(500).jpeg().toBuffer()],
    ],
    ['a print of the portrait', 'edges', () => print(chipPortrait)],
    ['a print of a photo', 'edges', () => print(alma[0]!)],
    ['a photo on a screen', 'grid', () => screen(alma[0]!)],
    ['a video on a screen', 'grid', () => screen(...alma)],
    ['one picture several times', 'still', async () => [alma[0]!, alma[0]!, alma[0]!]],
  ])('%s is rejected', async (_, signal, pictures) => {
    const session = await ended(await pictures());
    expect(session).toMatchObject({ state: 'REJECTED', failure: { code: 'liveness_failed' } });
    expect(session.chip.face_match.liveness?.signals).toContain(signal);
  });
});
