import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { faultOf, JUDGED_SIZE } from './picture-quality';

const portraits = join(import.meta.dirname, '../../../../server/specimen/portraits');

async function faultWith(name: string, change: (picture: Sharp) => Sharp = (picture) => picture) {
  const changed = await change(sharp(readFileSync(join(portraits, `${name}-live.jpg`)))).toBuffer();
  const { width, height } = JUDGED_SIZE;
  const data = await sharp(changed)
    .resize(width, height, { fit: 'cover' })
    .removeAlpha()
    .ensureAlpha()
    .raw()
    .toBuffer();
  return faultOf({ width, height, data: new Uint8ClampedArray(data) });
}

test.each(['alma', 'ture', 'iris'])('a sharp picture in good light is good: %s', async (name) => {
  expect(await faultWith(name)).toBeUndefined();
  expect(await faultWith(name, (picture) => picture.modulate({ brightness: 0.6 }))).toBeUndefined();
});

test.each([
  ['dark', 'at night', (picture: Sharp) => picture.linear(0.12, 0)],
  ['bright', 'against the sun', (picture: Sharp) => picture.linear(0.3, 190)],
  ['blurred', 'out of focus', (picture: Sharp) => picture.blur(9)],
  ['dark', 'behind a covered lens', (picture: Sharp) => picture.linear(0.02, 90)],
] as const)('%s: %s', async (fault, _, change) => {
  for (const name of ['alma', 'ture', 'iris']) expect(await faultWith(name, change)).toBe(fault);
});
