/**
 * Measures the recognition of machine readable zones on made-up photographs: `npm run mrz -- measure [COUNT]`. Half of them are readable,
 * a third are poor, and the rest show no machine readable zone. SEED changes all of them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { RgbaImage } from '../../sdk/reader/src/mrz-camera/grey-image.ts';
import { recogniseMrz } from '../../sdk/reader/src/mrz-camera/index.ts';
import { pageWith, randomLines, type Size } from './documents.ts';
import { type Conditions, pageOf, photograph, poor, readable } from './photograph.ts';
import { seeded } from './random.ts';

const portrait = readFileSync(join(import.meta.dirname, '../../server/specimen/portraits/alma.jpg'));

export type Kind = 'readable' | 'poor' | 'none';

export interface Sample {
  image: RgbaImage;
  /** What it says. Nothing if there is no zone on it. */
  lines: string[];
  conditions: Conditions;
}

export async function sampleOf(kind: Kind, seed: number): Promise<Sample> {
  const random = seeded(seed * 7919 + kind.length);
  const size: Size = random.pick(['TD3', 'TD3', 'TD1', 'TD2']);
  const lines = kind === 'none' ? wrongLines(size, seed) : randomLines(size, random);
  const { svg, middle } = pageWith(lines, portrait);
  const conditions = (kind === 'poor' ? poor : readable)(random);
  const image = await photograph(await pageOf(svg, middle), conditions, random);
  return { image, lines: kind === 'none' ? [] : lines, conditions };
}

/** Lines that look like a zone, but whose check digits are wrong. */
function wrongLines(size: Size, seed: number): string[] {
  const random = seeded(seed);
  return randomLines(size, random).map((line) =>
    [...line].map((letter) => (/\d/.test(letter) && random.next() < 0.5 ? String(random.below(10)) : letter)).join(''),
  );
}

interface Rates {
  pictures: number;
  right: number;
  wrong: number;
  slowest_ms: number;
  total_ms: number;
}

async function measure(count: number, seed: number): Promise<void> {
  const rates: Partial<Record<Kind, Rates>> = {};
  for (let at = 0; at < count; at++) {
    const kind = (['readable', 'poor', 'readable', 'poor', 'readable', 'none'] as const)[at % 6]!;
    const { image, lines, conditions } = await sampleOf(kind, seed + at);
    const started = performance.now();
    const read = recogniseMrz(image);
    const took = performance.now() - started;
    const rate = rates[kind] ?? { pictures: 0, right: 0, wrong: 0, slowest_ms: 0, total_ms: 0 };
    rates[kind] = rate;
    rate.pictures++;
    rate.total_ms += took;
    rate.slowest_ms = Math.max(rate.slowest_ms, took);
    const isRight = read?.lines.join() === lines.join();
    if (isRight) rate.right++;
    else if (read) rate.wrong++;
    if (process.env['VERBOSE'] && (kind === 'readable' || read) && !isRight)
      console.log(seed + at, kind, read, lines, JSON.stringify(conditions));
    if (process.env['SAVE'] && at < 12) {
      await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 4 } })
        .jpeg()
        .toFile(`${process.env['SAVE']}/${kind}-${at}.jpg`);
    }
  }
  for (const [kind, { pictures, right, wrong, total_ms, slowest_ms }] of Object.entries(rates))
    console.log(
      `${kind}: ${pictures} pictures, ${((100 * right) / pictures).toFixed(1)}% right, ${wrong} wrong, mean ${Math.round(total_ms / pictures)} ms, slowest ${Math.round(slowest_ms)} ms`,
    );
}

if (import.meta.main) await measure(Number(process.argv[2] ?? 2400), Number(process.env['SEED'] ?? 1));
