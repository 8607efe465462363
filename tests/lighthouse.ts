/**
 * Runs Lighthouse on every screen in English and Spanish, and on the session page in English and Arabic, against its own server,
 * with a signed-in user for the portal. Prints the median of three runs with the mobile profile. Fails below 100 in accessibility
 * or best practices, below 100 in SEO if search engines may list the screen, or below 98 in performance. Screens of the portal wait
 * for data that the app fetches, which takes too long for 98 with the mobile profile. They must reach 98 with the desktop profile
 * instead, printed on a second line, and are only listed if they are below 98 with the mobile one. Then measures the layout shift
 * of the screens that load more than their document, in five cold loads each, at this machine's speed and four times slower, and
 * fails at 0.02. `npm run lighthouse [-- path …]`; `RUNS=1` for a quick look.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import lighthouse, { type Config } from 'lighthouse';
import desktop from 'lighthouse/core/config/desktop-config.js';
import { chromium } from 'playwright-core';
import { root } from '../openapi/contract/contract.ts';
import { freePort } from '../server/test-service/free-port.ts';
import { launchChromium } from './support/browser/chromium.ts';
import { addressOf, coldShift, MOST_SHIFT, SHIFTING } from './support/browser/layout-shift.ts';
import { furnish, type Screen, screens } from './support/browser/screens.ts';
import { signedIn } from './support/browser/visitor.ts';
import { createTestServer } from './support/server/test-server.ts';

const FLOOR = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const categories = Object.keys(FLOOR) as (keyof typeof FLOOR)[];
const runs = Number(process.env['RUNS'] ?? 3);
const { pages } = JSON.parse(readFileSync(join(root, 'web/dist/site.json'), 'utf8')) as {
  pages: Record<string, string>;
};
const asked = process.argv.slice(2);
/** The session page and a reusable link, which are separate documents. */
const OPEN = ['/en/open', '/ar/open', '/v'];
const inBoth = screens
  .filter(({ path }) => !(path in pages))
  .flatMap(({ path, who }) => [
    { path, who },
    { path: `/es${path}`, who },
  ]);
const known = new Map<string, Screen['who']>([
  ...[...Object.keys(pages), ...OPEN].map((path) => [path, 'visitor'] as const),
  ...inBoth.map(({ path, who }) => [path, who] as const),
]);
const paths = asked.length > 0 ? asked.filter((path) => known.has(path)) : [...known.keys()];
const shifting = asked.length > 0 ? asked.filter((path) => SHIFTING.includes(path)) : SHIFTING;
const loads = runs === 1 ? 1 : 5;
const width = Math.max(...[...paths, ...shifting].map((path) => path.length)) + 20;
const figures = ['first paint', 'largest', 'blocking', 'shift'];

interface Result {
  scores: Record<keyof typeof FLOOR, number>;
  timings: string[];
  missed: string[];
  isHidden: boolean;
}

const server = await createTestServer();
const { account, addresses } = await furnish(server);
const port = await freePort();
// With optimized code, as for users: the browser of the tests turns optimization off.
const browser = await launchChromium([`--remote-debugging-port=${port}`, '--js-flags=--opt']);
// Lighthouse opens its pages in the browser's default context, and does not clear localStorage.
const [context] = (await chromium.connectOverCDP(`http://127.0.0.1:${port}`)).contexts();
const failures: string[] = [];
const slow: string[] = [];
try {
  if (paths.length > 0) process.stdout.write(row('', [...categories.map((name) => name.slice(0, 13)), ...figures]));
  for (const path of paths) {
    const who = known.get(path)!;
    await arriveAs(who);
    for (const profile of who === 'user' ? [undefined, desktop] : [undefined]) {
      const results = [];
      for (let run = 0; run < runs; run++) results.push(await measure(path, profile));
      results.sort((a, b) => a.scores.performance - b.scores.performance);
      const { scores, timings, missed, isHidden } = results[Math.floor(results.length / 2)]!;
      const name = profile ? `${path} desktop` : path;
      process.stdout.write(row(name, [...categories.map((name) => String(scores[name])), ...timings]));
      for (const category of categories) {
        if ((category === 'seo' && isHidden) || scores[category] >= FLOOR[category]) continue;
        const short = category === 'performance' && who === 'user' && !profile;
        (short ? slow : failures).push(`${name}: ${category} ${scores[category]} (${missed.join(', ')})`);
      }
    }
  }
  if (slow.length > 0)
    process.stdout.write(`\nbelow ${FLOOR.performance} with the mobile profile\n${slow.join('\n')}\n`);
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
  await server.stop();
}
if (failures.length > 0) {
  process.stderr.write(`${failures.join('\n')}\n`);
  process.exitCode = 1;
}

/** `addresses` has the screens whose path needs an id or a query. */
function addressIn(path: string): string {
  const [, locale = '', name = path] = /^(\/es)?(\/.+)$/.exec(path) ?? [];
  return locale + (addresses[name] ?? name);
}

async function arriveAs(who: Screen['who']): Promise<void> {
  const page = await context!.newPage();
  await page.goto(`${server.base}/robots.txt`);
  const storage = JSON.stringify(who === 'user' ? signedIn(account.credentials) : {});
  await page.evaluate(`localStorage.clear(); Object.assign(localStorage, ${storage})`);
  await page.close();
}

async function measure(path: string, profile?: Config, tries = 3): Promise<Result> {
  const flags = { port, onlyCategories: categories, logLevel: 'error' } as const;
  const result = await lighthouse(await addressOf(server.base, addressIn(path)), flags, profile);
  if (!result) throw new Error(`Lighthouse gave no result for ${path}`);
  const { lhr } = result;
  if (lhr.runtimeError) {
    // Retries, because Chromium sometimes records no trace (NO_NAVSTART), which says nothing about the page.
    if (tries > 1) return measure(path, profile, tries - 1);
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
    isHidden: !(path in pages) && lhr.audits['is-crawlable']?.score === 0,
  };
}

function row(name: string, cells: string[]): string {
  return `${name.padEnd(width)}${cells.map((cell) => cell.padStart(15)).join('')}\n`;
}
