import { describe, expect, test } from 'vitest';
import { createAgreement, type ReadMrz, recogniseMrz } from '../../sdk/reader/src/mrz-camera/index.ts';
import { type Kind, sampleOf } from './measure.ts';

const COUNT = 6;
const seeds = Array.from({ length: COUNT }, (_, at) => 900_012 + 6 * at);
const readAll = (kind: Kind) =>
  Promise.all(
    seeds.map(async (seed) => {
      const { image, lines } = await sampleOf(kind, seed);
      return { seed, lines, read: recogniseMrz(image)?.lines };
    }),
  );

describe('a photograph of a document', () => {
  test('is read if it is readable: tilted, dim, moved or shiny, in all three sizes', async () => {
    const readings = await readAll('readable');
    expect(new Set(readings.map(({ lines }) => `${lines.length}x${lines[0]!.length}`)).size).toBe(3);
    for (const { seed, lines, read } of readings) expect({ seed, read }).toEqual({ seed, read: lines });
  });

  test('is read correctly or not at all if it is poor', async () => {
    const readings = await readAll('poor');
    for (const { seed, lines, read } of readings) if (read) expect({ seed, read }).toEqual({ seed, read: lines });
  });

  test('is not read if its check digits are wrong', async () => {
    for (const { seed, read } of await readAll('none')) expect({ seed, read }).toEqual({ seed, read: undefined });
  });
});

describe('pictures in a row', () => {
  const read = (number: string): ReadMrz => ({
    lines: [number],
    confidence: 1,
    key: { document_number: number, date_of_birth: '900412', date_of_expiry: '330114' },
  });

  test('must agree before their lines count', () => {
    const agree = createAgreement();
    expect(agree(read('A'))).toBeUndefined();
    expect(agree(read('B'))).toBeUndefined();
    expect(agree(read('A'))).toBeUndefined();
    expect(agree(undefined)).toBeUndefined();
    expect(agree(read('A'))?.lines).toEqual(['A']);
  });
});

test('an empty, a black and a tiny picture show no lines', () => {
  for (const [width, height] of [
    [0, 0],
    [1, 1],
    [40, 3],
    [800, 600],
  ] as const)
    expect(recogniseMrz({ width, height, data: new Uint8ClampedArray(width * height * 4) })).toBeUndefined();
});
