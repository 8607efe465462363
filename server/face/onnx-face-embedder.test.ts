import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faceModel } from '../../tests/support/outside/onnx-model.ts';
import { createEmbeddingMatchers } from './embedding-matcher.ts';
import { FaceMatcherUnavailable } from './face-matcher.ts';
import { createOnnxFaceEmbedder } from './onnx-face-embedder.ts';

const folder = mkdtempSync(join(tmpdir(), 'sigill-models-'));
const configOf = (name: string) => {
  const file = join(folder, name);
  writeFileSync(file, faceModel());
  return { model: { file, pixels: 'unit', channels: 'rgb' }, provider: 'Our model', match_threshold: 0.9 } as const;
};
const portrait = (name: string) => readFileSync(new URL(`../specimen/portraits/${name}.jpg`, import.meta.url));
const alma = portrait('alma');
const matchersOf = async (name: string, options = {}) =>
  createEmbeddingMatchers(await createOnnxFaceEmbedder(configOf(name), options));

let faces: Awaited<ReturnType<typeof matchersOf>>;
beforeAll(async () => {
  faces = await matchersOf('face.onnx');
});
afterAll(async () => {
  await faces.close?.();
  rmSync(folder, { recursive: true });
});

test('a face is the same wherever it is in the picture, at any size and turned, and another is not', async () => {
  const { width = 0, height = 0 } = await sharp(alma).metadata();
  const elsewhere = await sharp(alma)
    .resize(Math.round(width * 0.8))
    .extend({ left: Math.round(width * 0.6), top: Math.round(height * 0.3), background: '#8899aa' })
    .rotate(9, { background: '#8899aa' })
    .png()
    .toBuffer();
  const same = await faces.live!.match(alma, [elsewhere]);
  expect(same.score).toBeGreaterThan(0.9);
  expect((await faces.live!.match(alma, [portrait('ture')])).score).toBeLessThan(same.score - 0.05);
});

test('a picture without a face, or with two, matches nobody', async () => {
  const nobody = await sharp({ create: { width: 200, height: 260, channels: 3, background: '#777' } })
    .png()
    .toBuffer();
  const { width = 0 } = await sharp(alma).metadata();
  const both = await sharp(alma)
    .extend({ right: width, background: '#777' })
    .composite([{ input: portrait('ture'), left: width, top: 0 }])
    .png()
    .toBuffer();
  for (const picture of [nobody, both])
    expect(await faces.live!.match(alma, [alma, picture])).toEqual({ score: 0, threshold: 0.9 });
});

test('a crash gives no verdict, and the next request succeeds', async () => {
  await expect(faces.live!.match(alma, [Buffer.from('no picture')])).rejects.toThrow(FaceMatcherUnavailable);
  expect((await faces.live!.match(alma, [alma])).score).toBeGreaterThan(0.99);
});

test('a request times out, and a model that is missing when the thread restarts gives no verdict either', async () => {
  const hasty = await matchersOf('once.onnx', { timeout_ms: 0 });
  await expect(hasty.live!.match(alma, [alma])).rejects.toThrow(FaceMatcherUnavailable);
  rmSync(join(folder, 'once.onnx'));
  await expect(hasty.live!.match(alma, [alma])).rejects.toThrow(FaceMatcherUnavailable);
  await hasty.close?.();
});

test('a live session does not wait for the demos before it', async () => {
  const ends: string[] = [];
  const demos = Array.from({ length: 4 }, () => faces.demo!.match(alma, [alma]).then(() => ends.push('demo')));
  await Promise.all([...demos, faces.live!.match(alma, [alma]).then(() => ends.push('live'))]);
  expect(ends.indexOf('live')).toBeLessThan(2);
});
