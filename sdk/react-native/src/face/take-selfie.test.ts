import { expect, test } from 'vitest';
import type { MountedCamera } from './camera-library.ts';
import { pictureSizeAmong, takeSelfie } from './take-selfie.ts';

const cameraWith = (...sizes: number[]): MountedCamera => {
  let next = 0;
  return {
    takePictureAsync: async () => ({ base64: Buffer.alloc(sizes[next] ?? 3, ++next).toString('base64') }),
    getAvailablePictureSizesAsync: async () => [],
  };
};
const at_once = async () => {};

test('takes one picture in full and four further ones, each different', async () => {
  const { face, uri } = await takeSelfie(cameraWith(), at_once);
  expect([face.face, ...face.frames!].map(([first]) => first)).toEqual([1, 2, 3, 4, 5]);
  expect(uri).toBe('data:image/jpeg;base64,AQEB');
});

test('leaves out further pictures that the service would refuse', async () => {
  const { face } = await takeSelfie(cameraWith(1_000_000, 262_145, 262_144), at_once);
  expect(face.frames!.map(({ length }) => length)).toEqual([262_144, 3, 3]);
});

test('fails when the camera gives no picture', async () => {
  const camera = { ...cameraWith(), takePictureAsync: async () => ({}) };
  await expect(takeSelfie(camera, at_once)).rejects.toThrow('no picture');
});

test.each([
  [['640x480', '1600x1200', '4000x3000'], '1600x1200'],
  [['Photo', 'High', '1280x720', '3840x2160'], '1280x720'],
  [['Photo', 'High'], undefined],
])('chooses among %j', (sizes, chosen) => expect(pictureSizeAmong(sizes)).toBe(chosen));
