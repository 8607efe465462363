import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faceModel, livenessModel } from '../../tests/support/outside/onnx-model.ts';
import { FaceMatcherUnavailable } from './face-matcher.ts';
import { createOnnxFaceMatcher } from './onnx-face-matcher.ts';

const folder = mkdtempSync(join(tmpdir(), 'sigill-models-'));
const model = (name: string, bytes: Buffer) => {
  writeFileSync(join(folder, name), bytes);
  return { file: join(folder, name), pixels: 'unit', channels: 'rgb' } as const;
};
const models = {
  match: model('face.onnx', faceModel()),
  liveness: { ...model('alive.onnx', livenessModel()), living_class: 1 },
};
const thresholds = { match_threshold: 0.5, liveness_threshold: 0.5 };
let matcher: Awaited<ReturnType<typeof createOnnxFaceMatcher>>;
beforeAll(async () => {
  matcher = await createOnnxFaceMatcher({ models, ...thresholds });
});
afterAll(async () => {
  await matcher.close?.();
  rmSync(folder, { recursive: true });
});

const grey = (level: number) =>
  sharp({ create: { width: 90, height: 90, channels: 4, background: { r: level, g: level, b: level } } })
    .png()
    .toBuffer();

test('concurrent requests each get their own score', async () => {
  const levels = [51, 102, 153, 204];
  const answers = await Promise.all(levels.map(async (level) => matcher.liveness!([await grey(level)], await grey(0))));
  expect(answers.map(({ score }) => score)).toEqual([0.2, 0.4, 0.6, 0.8].map((score) => expect.closeTo(score, 3)));
});

test('a crash gives no verdict, and the next request succeeds', async () => {
  const picture = await grey(128);
  await expect(matcher.match(picture, [Buffer.from('no picture')])).rejects.toThrow(FaceMatcherUnavailable);
  expect((await matcher.liveness!([picture], picture)).score).toBeCloseTo(0.5, 2);
});

test('models that are missing when the thread restarts give no verdict either', async () => {
  const once = await createOnnxFaceMatcher({
    models: { ...models, match: model('once.onnx', faceModel()) },
    ...thresholds,
  });
  rmSync(join(folder, 'once.onnx'));
  const picture = await grey(128);
  for (const wrong of [Buffer.from('no picture'), picture])
    await expect(once.match(picture, [wrong])).rejects.toThrow(FaceMatcherUnavailable);
  await once.close?.();
});

test('a request times out', async () => {
  const hasty = await createOnnxFaceMatcher({ models, ...thresholds }, { timeout_ms: 0 });
  const picture = await grey(128);
  await expect(hasty.match(picture, [picture])).rejects.toThrow(FaceMatcherUnavailable);
  await hasty.close?.();
});
