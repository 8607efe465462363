import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeJpeg2000, type Pixels } from './jpeg2000.ts';

const image = (name: string) =>
  readFileSync(new URL(`../../tests/support/documents/jpeg2000/${name}.jp2`, import.meta.url));

/** As described in the README beside the images. */
const colourAt = (x: number, y: number) => [40 + 8 * x, 60 + 8 * y, 220 - 4 * x - 4 * y];
const greyAt = (x: number, y: number) =>
  [0.299, 0.587, 0.114].reduce((sum, part, i) => sum + part * colourAt(x, y)[i]!, 0);
const isOpaque = (x: number) => x < 12;

function differenceFrom({ data, width, height, channels }: Pixels, expected: (x: number, y: number) => number[]) {
  expect([width, height, data.length]).toEqual([24, 20, 24 * 20 * channels]);
  let largest = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const [channel, value] of expected(x, y).entries())
        largest = Math.max(largest, Math.abs(value - data[(y * width + x) * channels + channel]!));
  return largest;
}

describe('colours', () => {
  test.each([
    ['sycc-444', 'of full size', 2],
    // Two or four pixels share the average of their colours.
    ['sycc-422', 'of half the width', 8],
    ['sycc-420', 'of half the width and height', 12],
  ])('of %s, with chroma %s, are correct', async (name, _, most) => {
    const pixels = await decodeJpeg2000(image(name));
    expect(pixels.channels).toBe(3);
    expect(differenceFrom(pixels, colourAt)).toBeLessThanOrEqual(most);
  });

  test('are correct when there is only the codestream', async () => {
    const file = image('sycc-420');
    const codestream = file.subarray(file.indexOf(Buffer.from('ff4fff51', 'hex')));
    expect(differenceFrom(await decodeJpeg2000(codestream), colourAt)).toBeLessThanOrEqual(12);
  });

  test('with other subsampling are refused, rather than read out of bounds', async () => {
    await expect(decodeJpeg2000(image('sycc-411'))).rejects.toThrow('Unsupported subsampling: 1×1 4×1 4×1');
    const odd = image('sycc-420');
    const size = odd.indexOf(Buffer.from('ff4fff51', 'hex'));
    // The image starts on an odd pixel, so every second pixel has no colour of its own.
    odd.writeUInt32BE(1, size + 16);
    await expect(decodeJpeg2000(odd)).rejects.toThrow('Unsupported subsampling');
  });
});

describe('opacity', () => {
  test.each([
    ['rgb-opacity', 4, 0],
    ['sycc-420-opacity', 4, 12],
    ['grey-opacity', 2, 1],
  ])('of %s is kept with its colours', async (name, channels, most) => {
    const pixels = await decodeJpeg2000(image(name));
    expect(pixels.channels).toBe(channels);
    const colours = channels === 4 ? colourAt : (x: number, y: number) => [greyAt(x, y)];
    const expected = (x: number, y: number) => [...colours(x, y), isOpaque(x) ? 255 : 0];
    expect(differenceFrom(pixels, expected)).toBeLessThanOrEqual(most);
  });

  test('is in the channel that the file says', async () => {
    const file = image('rgb-opacity');
    const codestream = file.subarray(file.indexOf(Buffer.from('ff4fff51', 'hex')));
    // Channel 0 is the opacity, and 1, 2 and 3 are red, green and blue. What was red becomes the opacity.
    const definitions = Buffer.from('000400000001000000010000000100020000000200030000000003', 'hex');
    const box = Buffer.concat([Buffer.of(0, 0, 0, 8 + definitions.length), Buffer.from('cdef'), definitions]);
    const { data } = await decodeJpeg2000(Buffer.concat([box, codestream]));
    expect([...data.subarray(0, 4)]).toEqual([colourAt(0, 0)[1], colourAt(0, 0)[2], 255, colourAt(0, 0)[0]]);
  });

  test('does not let in a file that asks for too much memory', async () => {
    const file = image('rgb-opacity');
    const size = file.indexOf(Buffer.from('ff4fff51', 'hex'));
    file.writeUInt32BE(2000, size + 8);
    file.writeUInt32BE(1600, size + 12);
    await expect(decodeJpeg2000(file)).rejects.toThrow('Unsupported size: 2000 × 1600');
  });
});
