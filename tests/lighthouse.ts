/**
 * Lighthouse with its mobile profile over every public page in every language and the session page, against its own server. Prints the
 * median of three runs; fails below 100 in accessibility, best practices and SEO, or below 98 in performance. Then the layout shift of the
 * screens that load more than their document: five cold loads each, as fast as this machine and four times slower; fails at 0.02.
 * `npm run lighthouse [-- path …]`; `RUNS=1` for a quick look.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { root } from '../scripts/contract/contract.ts';
import { freePort } from '../server/test-service/free-port.ts';
import { launchChromium } from './support/browser/chromium.ts';
import { addressOf, coldShift, MOST_SHIFT, SHIFTING } from './support/browser/layout-shift.ts';
import { createServerProcess } from './support/process/server-process.ts';

const FLOOR = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const categories = Object.keys(FLOOR) as (keyof typeof FLOOR)[];
const runs = Number(process.env['RUNS'] ?? 3);
const { pages } = JSON.parse(readFileSync(join(root, 'web/dist/site.json'), 'utf8')) as {
  pages: Record<string, string>;
};
const asked = process.argv.slice(2);
/** The session page, which search engines must not index. */
const OPEN = ['/en/open', '/ar/open'];
const known = [...Object.keys(pages), ...OPEN];
const paths = asked.length > 0 ? asked.filter((path) => known.includes(path)) : known;
const shifting = asked.length > 0 ? asked.filter((path) => SHIFTING.includes(path)) : SHIFTING;
const loads = runs === 1 ? 1 : 5;
const width = Math.max(...[...paths, ...shifting].map((path) => path.length)) + 12;
const figures = ['first paint', 'largest', 'blocking', 'shift'];

interface Result {
  scores: Record<keyof typeof FLOOR, number>;
  timings: string[];
  missed: string[];
}

const server = await createServerProcess();
const port = await freePort();
await server.start();
// With optimized code, as for users: the browser of the tests turns optimization off.
const browser = await launchChromium([`--remote-debugging-port=${port}`, '--js-flags=--opt']);
const failures: string[] = [];
try {
  if (paths.length > 0) process.stdout.write(row('', [...categories.map((name) => name.slice(0, 13)), ...figures]));
  for (const path of paths) {
    const results = [];
    for (let run = 0; run < runs; run++) results.push(await measure(path));
    results.sort((a, b) => a.scores.performance - b.scores.performance);
    const { scores, timings, missed } = results[Math.floor(results.length / 2)]!;
    process.stdout.write(row(path, [...categories.map((name) => String(scores[name])), ...timings]));
    for (const name of categories) {
      if (name === 'seo' && OPEN.includes(path)) continue;
      if (scores[name] < FLOOR[name]) failures.push(`${path}: ${name} ${scores[name]} (${missed.join(', ')})`);
    }
  }
  if (shifting.length > 0)
    process.stdout.write(
      row(
        '\nlayout shift',
        Array.from({ length: loads }, (_, load) => `cold load ${load + 1}`),
      ),
    );
  for (const path of shifting) {
    for (const slower of [1, 4]) {
      const shifts: number[] = [];
      for (let load = 0; load < loads; load++) {
        const { shift, shifted } = await coldShift(browser, await addressOf(server.base, path), slower);
        shifts.push(shift);
        if (shift >= MOST_SHIFT) failures.push(`${path}: shift ${shift.toFixed(3)} (${shifted.join(', ')})`);
      }
      process.stdout.write(
        row(
          slower === 1 ? path : `${path} ×${slower}`,
          shifts.map((shift) => shift.toFixed(4)),
        ),
      );
    }
  }
} finally {
  await browser.close();
  await server.remove();
}
if (failures.length > 0) {
  process.stderr.write(`${failures.join('\n')}\n`);
  process.exitCode = 1;
}

async function measure(path: string, tries = 3): Promise<Result> {
  const result = await lighthouse(await addressOf(server.base, path), {
    port,
    onlyCategories: categories,
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${path}`);
  const { lhr } = result;
  if (lhr.runtimeError) {
    // Chromium sometimes records no trace (NO_NAVSTART), which says nothing about the page.
    if (tries > 1) return measure(path, tries - 1);
    throw new Error(`${path}: ${lhr.runtimeError.message}`);
  }
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
  const shown = (audit: string) => lhr.audits[audit]?.displayValue?.replaceAll('\u00a0', ' ') ?? '–';
  const counted = categories.flatMap(
    (name) => lhr.categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? [],
  );
  return {
    scores: Object.fromEntries(categories.map((name) => [name, score(name)])) as Record<keyof typeof FLOOR, number>,
    timings: [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ].map(shown),
    missed: counted.map(({ id }) => id).filter((id) => (lhr.audits[id]?.score ?? 1) < 0.9),
  };
}

function row(name: string, cells: string[]): string {
  return `${name.padEnd(width)}${cells.map((cell) => cell.padStart(15)).join('')}\n`;
}
