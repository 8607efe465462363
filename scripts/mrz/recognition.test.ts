import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countryOf } from '../../sdk/emrtd/src/pki/certificate-countries.ts';
import { checkDigit } from '../../sdk/reader/src/access/mrz-fields.ts';
import { createAgreement, type ReadMrz, recogniseMrz } from '../../sdk/reader/src/mrz-camera/index.ts';
import { isState } from '../../sdk/reader/src/mrz-camera/states.ts';
import { pageWith, randomLines } from './documents.ts';
import { type Kind, sampleOf } from './measure.ts';
import { type Conditions, pageOf, photograph, readable } from './photograph.ts';
import { seeded } from './random.ts';

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
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

describe('a sharp photograph', () => {
  const portrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));
  const still = { roll: 0, yaw: 0, pitch: 0, blur: 0.03, motion: 0, paper: 0.9, ink: 0.1, noise: 0.004, glare: 0 };

  async function readSharp(lines: string[], changes: Partial<Conditions> = {}): Promise<string[] | undefined> {
    const random = seeded(11);
    const letter_height = changes.letter_height ?? 20;
    const width = Math.round(60 * letter_height);
    const { svg, middle } = pageWith(lines, portrait);
    const conditions = { ...readable(random), ...still, quality: 95, ...changes, letter_height, width };
    const page = await pageOf(svg, middle, letter_height);
    return recogniseMrz(await photograph(page, { ...conditions, height: Math.round(0.7 * width) }, random))?.lines;
  }

  /** A passport with a field in place of its own, and the check digits that belong to it. */
  function passport({ state = 'UTO', number = 'L898902C3', expiry = '320415' } = {}): string[] {
    const checked = (field: string) => field + checkDigit(field);
    const [first, second, third] = [checked(number.padEnd(9, '<')), checked('740812'), checked(expiry)];
    const optional = checked('<'.repeat(14));
    return [
      `P<${state}ERIKSSON<<ANNA<MARIA`.padEnd(44, '<'),
      `${first}${state}${second}F${third}${optional}${checkDigit(first + second + third + optional)}`,
    ];
  }

  test('is read, also without an expiry date', async () => {
    for (const lines of [passport(), passport({ expiry: '<<<<<<' }), randomLines('TD1', seeded(5))])
      expect(await readSharp(lines)).toEqual(lines);
  });

  test('is not read where its letters are smaller than 13.5 pixels', async () => {
    expect(await readSharp(passport(), { letter_height: 14 })).toEqual(passport());
    for (const letter_height of [9, 11, 13]) expect(await readSharp(passport(), { letter_height })).toBeUndefined();
  });

  test('is not read if its State does not exist, or a filler is within its number', async () => {
    for (const lines of [passport({ state: 'NLO' }), passport({ number: 'L89<902C3' })])
      expect(await readSharp(lines)).toBeUndefined();
    for (const lines of [passport({ state: 'D<<' }), passport({ state: 'XXA' }), passport({ number: 'L8989' })])
      expect(await readSharp(lines)).toEqual(lines);
  });
});

test('every code of the chip engine is a State for the camera', () => {
  const codes = [...new Set(ALPHABET.flatMap((a) => ALPHABET.flatMap((b) => ALPHABET.map((c) => a + b + c))))];
  expect(codes.filter((code) => countryOf(code) && !isState(code))).toEqual([]);
  expect(isState('NLO')).toBe(false);
});

describe('pictures in a row', () => {
  const read = (number: string): ReadMrz => ({
    lines: [number],
    confidence: 1,
    doubtful: [],
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
