/**
 * Measures the recognition of machine readable zones on made-up photographs: `npm run mrz-measure -- [COUNT]`. Half of them are
 * readable, a third are poor, and the rest show lines whose check digits are wrong. SEED changes all of them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RgbaImage } from '../../sdk/reader/src/mrz-camera/grey-image.ts';
import { recogniseMrz } from '../../sdk/reader/src/mrz-camera/index.ts';
import { pageWith, randomLines, type Size } from './documents.ts';
import { type Conditions, pageOf, photograph, poor, readable } from './photograph.ts';
import { seeded } from './random.ts';

const portrait = readFileSync(join(import.meta.dirname, '../../server/specimen/portraits/alma.jpg'));

export type Kind = 'readable' | 'poor' | 'none';

export interface Sample {
  image: RgbaImage;
  lines: string[];
  conditions: Conditions;
}

/** Among this many pictures in a row, all with correct lines show the same document. */
const PICTURES = 6;
/** Pages are drawn with letters of this height, in pixels, which is slightly larger than in most pictures. */
const DRAWN_HEIGHT = 18;

export async function sampleOf(kind: Kind, seed: number): Promise<Sample> {
  const random = seeded(seed * 7919 + kind.length);
  const { page, lines } = await documentOf(kind !== 'none', Math.floor(seed / PICTURES));
  const conditions = (kind === 'poor' ? poor : readable)(random);
  const image = await photograph(page, conditions, random);
  return { image, lines: kind === 'none' ? [] : lines, conditions };
}

const documents = new Map<string, ReturnType<typeof drawn>>();

function documentOf(isRight: boolean, seed: number): ReturnType<typeof drawn> {
  const name = `${isRight} ${seed}`;
  const known = documents.get(name) ?? drawn(isRight, seed);
  if (documents.size > 4) documents.clear();
  documents.set(name, known);
  return known;
}

async function drawn(isRight: boolean, seed: number) {
  const random = seeded(seed);
  const size: Size = random.pick(['TD3', 'TD3', 'TD1', 'TD2']);
  const lines = isRight ? randomLines(size, random) : wrongLines(size, seed);
  const { svg, middle } = pageWith(lines, portrait);
  return { page: await pageOf(svg, middle, DRAWN_HEIGHT), lines };
}

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

const KINDS: Kind[] = ['readable', 'poor', 'readable', 'poor', 'readable', 'none'];
const PROGRESS_EVERY = 12;

async function measure(count: number, seed: number): Promise<void> {
  const rates = new Map(KINDS.map((kind) => [kind, { pictures: 0, right: 0, wrong: 0, slowest_ms: 0, total_ms: 0 }]));
  for (let at = 0; at < count; at++) {
    const kind = KINDS[at % KINDS.length]!;
    const { image, lines, conditions } = await sampleOf(kind, seed + at);
    // Processor time, so that other programs on the machine do not count.
    const started = process.cpuUsage();
    const read = recogniseMrz(image);
    const took = process.cpuUsage(started).user / 1000;
    const isRight = read?.lines.join() === lines.join();
    note(rates.get(kind)!, { took, isRight, isWrong: read !== undefined && !isRight });
    if (process.env['VERBOSE'] && (read ? !isRight : kind === 'readable'))
      process.stderr.write(`${JSON.stringify({ seed: seed + at, kind, read, lines, conditions })}\n`);
    if ((at + 1) % PROGRESS_EVERY === 0) report(rates);
  }
  report(rates);
}

function note(rates: Rates, { took, isRight, isWrong }: { took: number; isRight: boolean; isWrong: boolean }): void {
  rates.pictures++;
  rates.total_ms += took;
  rates.slowest_ms = Math.max(rates.slowest_ms, took);
  if (isRight) rates.right++;
  if (isWrong) rates.wrong++;
}

function report(rates: Map<Kind, Rates>): void {
  for (const [kind, { pictures, right, wrong, total_ms, slowest_ms }] of rates)
    process.stdout.write(
      `${kind}: ${pictures} pictures, ${((100 * right) / pictures).toFixed(1)}% right, ${wrong} wrong, mean ${Math.round(total_ms / pictures)} ms, slowest ${Math.round(slowest_ms)} ms\n`,
    );
}

if (import.meta.main) await measure(Number(process.argv[2] ?? 2400), Number(process.env['SEED'] ?? 1));
