/** Face verification with the operator's own model, run by the real runtime on aligned faces. The model is small enough to read. */
// SQLite only: faces are compared outside the database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { faceModel } from '../support/outside/onnx-model.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let folder: string;
let server: TestServer;
let world: World;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-models-'));
  const FACE_MODEL = join(folder, 'face.onnx');
  writeFileSync(FACE_MODEL, faceModel());
  server = await createTestServer({
    environment: { FACE_MODEL, FACE_PROVIDER: 'Our model', FACE_MATCH_THRESHOLD: '0.75' },
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

test('the holder is approved, with the score and the name of the model, and without a word about liveness', async () => {
  const { face: image = '' } = await world.specimen('genuine');
  const session = await verify({ face: image, face_frames: [image] });
  expect(session).toMatchObject({
    state: 'APPROVED',
    chip: { checks: { face: { result: 'PASSED', message: 'Compared by Our model' } } },
  });
  expect('chip' in session && session.chip?.face_match).toEqual({
    ...{ matcher: 'onnx', provider: 'Our model', threshold: '0.7500' },
    score: expect.stringMatching(/^0\.[7-9]\d{3}$/),
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
      chip: { face_match: { matcher: 'onnx', score: expect.stringMatching(/^0\.[0-6]\d{3}$/), threshold: '0.7500' } },
    });
});
