/**
 * Measures how often `@sigill/face` errs. `npm run face-calibrate -- FOLDER` takes a folder with one folder of pictures for each
 * person, compares every pair, and prints the error rates at each threshold with their bounds (Clopper and Pearson, 95%). Then it
 * measures how often liveness refuses a person: the first picture of a person serves as the portrait, and the others, five at a time,
 * as the live pictures.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFaceEngine, LIVENESS_THRESHOLD, MATCH_THRESHOLD, matchOf, type Picture } from '@sigill/face';
import sharp from 'sharp';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name a folder: npm run face-calibrate -- FOLDER, with one folder of pictures for each person in it.');
  process.exit(2);
}
const engine = createFaceEngine({ timeout_ms: 120_000 });
const persons = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) =>
    readdirSync(join(folder, name))
      .filter(isPicture)
      .sort()
      .map((file) => join(folder, name, file)),
  )
  .filter((files) => files.length > 1);
await compareAll();
await judgeLiveness();
await engine.close();

function isPicture(file: string): boolean {
  return /\.(jpe?g|png|pgm)$/i.test(file);
}

async function compareAll(): Promise<void> {
  const faces: { person: number; embedding: Float32Array }[] = [];
  const count = persons.flat().length;
  for (const [person, files] of persons.entries())
    for (const file of files) {
      const embedding = await engine.embed(await pictureIn(file));
      if (embedding) faces.push({ person, embedding });
    }
  const [same, other]: [number[], number[]] = [[], []];
  for (const [at, a] of faces.entries())
    for (const b of faces.slice(0, at)) (a.person === b.person ? same : other).push(matchOf(a.embedding, b.embedding));
  console.log(`${persons.length} persons, ${count} pictures, a face found in ${faces.length}`);
  console.log(`${same.length} pairs of one person, ${other.length} of two`);
  console.log('threshold  false match rate            false non-match rate');
  for (let threshold = 0.5; threshold < 0.89; threshold += 0.05) {
    const [wrong, missed] = [other.filter((score) => score >= threshold), same.filter((score) => score < threshold)];
    console.log(
      `${threshold.toFixed(2)}       ${rate(wrong.length, other.length)}  ${rate(missed.length, same.length)}`,
    );
  }
  const missed = same.filter((score) => score < MATCH_THRESHOLD).length;
  console.log(
    `at ${MATCH_THRESHOLD}: FMR ${rate(other.filter((score) => score >= MATCH_THRESHOLD).length, other.length)}, FNMR ${rate(missed, same.length)}`,
  );
}

async function judgeLiveness(): Promise<void> {
  let [sessions, refused] = [0, 0];
  const reasons = new Map<string, number>();
  for (const [portrait, ...others] of persons)
    for (let at = 0; at + 5 <= others.length; at += 5) {
      const live: Picture[] = [];
      for (const file of others.slice(at, at + 5)) live.push(await pictureIn(file));
      const { liveness, signals, measured } = await engine.examine(await pictureIn(portrait!), live);
      sessions++;
      if (liveness < LIVENESS_THRESHOLD) refused++;
      for (const signal of signals) reasons.set(signal, (reasons.get(signal) ?? 0) + 1);
      if (process.env['DETAIL']) console.log(JSON.stringify({ portrait, liveness, signals, measured }));
    }
  console.log(`liveness at ${LIVENESS_THRESHOLD}: ${rate(refused, sessions)} refused`, Object.fromEntries(reasons));
}

async function pictureIn(file: string): Promise<Picture> {
  const bytes = readFileSync(file);
  const image = file.toLowerCase().endsWith('.pgm') ? greymap(bytes) : sharp(bytes);
  const { data, info } = await sharp(await image.png().toBuffer())
    .resize(640, 640, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

/** Reads the portable greymaps (PGM) of older sets of pictures, which sharp does not read. */
function greymap(bytes: Buffer) {
  const [head = '', width, height] =
    /^P5\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+\d+\s/.exec(bytes.toString('latin1', 0, 100)) ?? [];
  const raw = { width: Number(width), height: Number(height), channels: 1 as const };
  return sharp(bytes.subarray(head.length), { raw });
}

/** `7 of 900: 0.778% (0.313% to 1.596%)` */
function rate(errors: number, trials: number): string {
  const percent = (share: number) => `${(share * 100).toFixed(3)}%`;
  const [low, high] = [bound(errors, trials, 0.975, 0), bound(errors, trials, 0.025, 1)];
  return `${errors} of ${trials}: ${percent(errors / trials)} (${percent(low)} to ${percent(high)})`;
}

/**
 * The lower (side 0) or upper (side 1) bound of an error rate: the rate at which this many errors or more, or this many or fewer, have a
 * probability of 2.5%. Found by bisection.
 */
function bound(errors: number, trials: number, share: number, side: 0 | 1): number {
  if (side === 0 && errors === 0) return 0;
  if (side === 1 && errors === trials) return 1;
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (atMost(side === 0 ? errors - 1 : errors, trials, middle) > share) low = middle;
    else high = middle;
  }
  return low;
}

function atMost(errors: number, trials: number, chance: number): number {
  let term = trials * Math.log1p(-chance);
  let sum = Math.exp(term);
  for (let k = 1; k <= errors; k++) {
    term += Math.log((trials - k + 1) / k) + Math.log(chance) - Math.log1p(-chance);
    sum += Math.exp(term);
  }
  return sum;
}
