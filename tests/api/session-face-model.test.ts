/** Face verification with the operator's own models, run by the real runtime. The models are small enough to read. */
// SQLite only: faces are compared outside the database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { faceModel, livenessModel } from '../support/outside/onnx-model.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let folder: string;
let server: TestServer;
let world: World;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-models-'));
  const file = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  server = await createTestServer({
    environment: {
      FACE_MODEL: file('face.onnx', faceModel()),
      FACE_MATCH_THRESHOLD: '0.9',
      FACE_LIVENESS_MODEL: file('alive.onnx', livenessModel()),
      FACE_LIVENESS_MODEL_PIXELS: 'unit',
      FACE_LIVENESS_THRESHOLD: '0.3',
    },
  });
  world = createWorld(server, await server.account());
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const face = { face_verification: true };
const call = ((id: OperationId, body: Record<string, unknown>, headers?: Record<string, string>) =>
  world.succeed(id, body, {}, headers)) as ReaderCall;
const get = (id: number) => world.succeed('session.get', { id }, { basic: world.account.basic });

async function verify(pictures: { face: string; face_frames?: string[] }) {
  const { id, token } = await world.session(face);
  const specimen = { ...(await world.specimen('genuine')), ...pictures };
  await playSpecimen({ call, specimen, platform: 'CLI', app_version: '1.0.0', token });
  return get(id);
}

const darkened = async (image: string) =>
  (await sharp(Buffer.from(image, 'base64')).linear(0.2).png().toBuffer()).toString('base64');

test('the holder is approved, with the scores of both models', async () => {
  const { face: image = '' } = await world.specimen('genuine');
  expect(await verify({ face: image, face_frames: [image] })).toMatchObject({
    state: 'APPROVED',
    chip: {
      checks: { face: { result: 'PASSED', message: 'Compared by onnx' } },
      face_match: {
        ...{ matcher: 'onnx', score: expect.stringMatching(/^0\.9\d{3}$/), threshold: '0.9000' },
        liveness: { score: expect.stringMatching(/^0\.[3-9]\d{3}$/), threshold: '0.3000' },
      },
    },
  });
});

test('another face is refused, and so is the holder with somebody else in the picture', async () => {
  const [{ face: own = '' }, { face: other = '' }] = await Promise.all([
    world.specimen('genuine'),
    world.specimen('face-mismatch'),
  ]);
  for (const pictures of [{ face: other }, { face: own, face_frames: [other] }])
    expect(await verify(pictures)).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'face_mismatch' },
      chip: { face_match: { matcher: 'onnx', score: expect.stringMatching(/^0\.[0-8]\d{3}$/), threshold: '0.9000' } },
    });
});

test('a face in the dark does not count as alive for this model', async () => {
  const { face: image = '' } = await world.specimen('genuine');
  expect(await verify({ face: await darkened(image) })).toMatchObject({
    state: 'REJECTED',
    failure: { code: 'liveness_failed' },
    chip: { face_match: { liveness: { score: expect.stringMatching(/^0\.[0-2]\d{3}$/), threshold: '0.3000' } } },
  });
});
