import sharp from 'sharp';
import { expect, test } from 'vitest';
import { specimenPage } from '../../../../server/specimen/specimens.ts';
import type { MountedCamera } from '../face/camera-library.ts';
import { scanLines } from './scan-lines.ts';

const AT = new Date('2026-11-21T10:00:00Z');
const ALMA = { document_number: 'SG0000001', date_of_birth: '900412', date_of_expiry: '330114' };

const pictureOf = async (svg: string) =>
  (await sharp(Buffer.from(svg)).resize({ width: 900 }).flatten().jpeg().toBuffer()).toString('base64');
const blank = pictureOf('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>');
const genuine = pictureOf(specimenPage('genuine', AT));
const card = pictureOf(specimenPage('id-card', AT));

function cameraWith(...pictures: (Promise<string> | undefined)[]) {
  const camera = {
    taken: 0,
    takePictureAsync: async () => {
      const base64 = await (pictures[camera.taken] ?? pictures.at(-1));
      camera.taken++;
      return base64 ? { base64 } : {};
    },
    getAvailablePictureSizesAsync: async () => [],
  };
  return camera satisfies MountedCamera;
}

const unstopped = new AbortController().signal;

test('reads the lines once two pictures show the same ones', async () => {
  const camera = cameraWith(blank, card, genuine, blank, genuine);
  expect(await scanLines(camera, unstopped)).toEqual(ALMA);
  expect(camera.taken).toBe(5);
});

test('stops when the person leaves, and says when the camera gives no picture', async () => {
  const stop = new AbortController();
  const camera = cameraWith(blank);
  const scanned = scanLines(camera, stop.signal);
  stop.abort();
  expect(await scanned).toBeUndefined();
  expect(camera.taken).toBeLessThan(2);
  await expect(scanLines(cameraWith(undefined), unstopped)).rejects.toThrow('no picture');
});
