// CI only: it takes away each file that the pages load later.
/**
 * A person on /open or at a reusable link while a file is missing, as after an upgrade, or while the network is. The files are those
 * of the build: what a page loads later is followed through its manifest, and a test fails for a file that no step here needs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import camera from '../../web/src/features/capture/texts/en.json' with { type: 'json' };
import german from '../../web/src/features/open/texts/de.json' with { type: 'json' };
import english from '../../web/src/features/open/texts/en.json' with { type: 'json' };
import { back, button, heading, linkSteps, readingSteps, SHOP } from '../support/browser/person-steps.ts';
import { createSite, openLive, type Site, signedIn } from '../support/browser/visitor.ts';
import { createWorld, type World } from '../support/server/world.ts';

const folder = process.env['SITE_FOLDER'] ?? join(root, 'web/dist');

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}
const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The files that /open loads after its first ones, without the texts in languages that nobody chooses here. */
function laterFiles(): string[] {
  const first = new Set<string>();
  const reach = (name: string, found: Set<string>) => {
    if (first.has(name) || found.has(name)) return;
    found.add(name);
    for (const imported of chunks[name]!.imports ?? []) reach(imported, found);
  };
  reach('open.html', first);
  reach('src/features/open/texts/en.json', first);
  const later = new Set<string>();
  for (let before = -1; before < later.size; ) {
    before = later.size;
    for (const name of [...first, ...later])
      for (const next of chunks[name]!.dynamicImports ?? []) if (!first.has(next)) reach(next, later);
  }
  const isOtherLanguage = (name: string) => /\/texts\/(?!(en|de)\.json)/.test(name);
  const names = [...later].filter((name) => !isOtherLanguage(name));
  return [
    ...new Set(
      names.flatMap((name) => {
        const { file, css = [], assets = [] } = chunks[name]!;
        return [file, ...css, ...assets];
      }),
    ),
  ].sort();
}

/** Files of the service that the flow in the browser needs. They are not part of the build. */
const SERVED = ['specimens.json', 'specimens/genuine.json'];

let site: Site;
let world: World;
beforeAll(async () => {
  site = await createSite();
  world = createWorld(site.server, await site.server.account());
});
afterEach(() => site?.leave());
afterAll(() => site?.stop());

const newPage = async () => {
  const context = await site.browser.newContext({ baseURL: site.server.base, reducedMotion: 'reduce' });
  context.setDefaultTimeout(20_000);
  return { context, page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
};

const note = (page: Page) =>
  page.getByRole('alert').filter({
    hasText: new RegExp([english.missing, english.offline, german.missing, german.offline].join('|')),
  });

/** @returns the file of a request, as the build names it. */
const fileOf = (url: string) => new URL(url).pathname.slice(1);

test('every file that the pages load later is needed by a step of a person', async () => {
  const needed = new Set<string>();
  for (const steps of [readingSteps(world), linkSteps(world)]) {
    await using visit = await newPage();
    visit.page.on('request', (request) => needed.add(fileOf(request.url())));
    for (const { act, done } of steps) {
      await act(visit.page);
      await done(visit.page);
    }
  }
  const files = [...laterFiles(), ...SERVED];
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !needed.has(file))).toEqual([]);
});

type Fault = '404' | 'offline';

/** What the page looks like while a file is missing: never empty, with a way on. */
async function expectUseful(page: Page, fault: Fault): Promise<void> {
  expect((await page.locator('h1').innerText()).length).toBeGreaterThan(3);
  expect((await page.locator('main').innerText()).length).toBeGreaterThan(100);
  if (fault === '404') expect(await note(page).getByRole('button').isVisible()).toBe(true);
}

describe.each(laterFiles().concat(SERVED))('while %s', (file) => {
  test.each(['404', 'offline'] as const)(
    'is missing (%s), the page says so, and the person reaches the end',
    async (fault) => {
      await using visit = await newPage();
      const { page, context } = visit;
      let isMissing = true;
      await context.route(`**/${file}`, async (route) => {
        if (!isMissing) return route.continue();
        if (fault === '404') return route.fulfill({ status: 404, body: 'Not found' });
        await context.setOffline(true);
        await route.abort('internetdisconnected');
      });
      const seen: string[] = [];
      const isOfLink = file.includes('LinkPage');
      const steps = isOfLink ? linkSteps(world) : readingSteps(world);
      for (const { name, act, done } of steps) {
        await act(page);
        const first = await Promise.race([
          done(page).then(() => 'done'),
          note(page)
            .waitFor()
            .then(() => 'note'),
        ]);
        if (first === 'done') continue;
        seen.push(name);
        await expectUseful(page, fault);
        // The page may be in its one reload.
        if (!isOfLink) await button(page, english.cancel, german.cancel).waitFor();
        isMissing = false;
        if (fault === '404') await note(page).getByRole('button').click();
        else await context.setOffline(false);
        // A reload, which only happens before anything was done, leads back to the step before.
        if (fault === '404') {
          await note(page).waitFor({ state: 'hidden' });
          await page.waitForLoadState('networkidle');
          await Promise.race([done(page), act(page)]);
        }
        await done(page);
      }
      expect(seen).toHaveLength(1);
    },
  );
});

const submissionAt = async (moment: string) =>
  moment === 'before' ? { ...(await world.session()), body: undefined, headers: undefined } : await world.submission();

describe.each(['404', 'offline'] as const)('when everything that loads later is missing (%s)', (fault) => {
  test.each(['before', 'during', 'at the end of'])(
    '%s a reading on a phone, the result and the way back are shown',
    async (moment) => {
      await using visit = await newPage();
      const { page, context } = visit;
      const later = new Set(laterFiles());
      let isMissing = false;
      await context.route('**/assets/**', (route) =>
        isMissing && later.has(fileOf(route.request().url()))
          ? route.fulfill({ status: 404, body: 'Not found' })
          : route.continue(),
      );
      const begin = async (now: string) => {
        if (now !== moment) return;
        isMissing = true;
        await context.setOffline(fault === 'offline');
      };
      const { token, body, headers } = await submissionAt(moment);
      if (fault === '404') await begin('before');
      await page.goto(`/en/open?token=${encodeURIComponent(token)}&redirect_url=${SHOP}`);
      await page.getByText(body ? english.reading : english.waiting).waitFor();
      await begin('before');
      await begin('during');
      if (body) await world.succeed('reader.submit', body, {}, headers);
      else await world.read('genuine', token);
      await begin('at the end of');
      if (fault === 'offline') {
        await page.getByText(english.offline).first().waitFor();
        await context.setOffline(false);
      }
      await heading(page, english.approved);
      await back(page, english.continueTo);
      expect(await page.getByText(english.marks).isVisible()).toBe(true);
      expect(await note(page).count()).toBe(0);
    },
  );
});

describe('without a network, what was pressed happens when it is back:', () => {
  test('a reading in the browser', async () => {
    await using visit = await newPage();
    const { page, context } = visit;
    const { token } = await world.session({ specimen: true });
    await page.goto(`/en/open?token=${encodeURIComponent(token)}&redirect_url=${SHOP}`);
    await button(page, english.inBrowser).click();
    await page.getByLabel(camera.flow.number).fill('SG0000001');
    await page.getByLabel(camera.flow.birth).fill('1990-04-12');
    await page.getByLabel(camera.flow.expiry).fill('2033-01-14');
    await context.setOffline(true);
    await button(page, camera.flow.openChip).click();
    await page.getByRole('alert').getByText(camera.flow.unreachable).waitFor();
    await context.setOffline(false);
    await heading(page, english.approved);
    await back(page, english.continueTo);
  });

  test('the start at a reusable link', async () => {
    await using visit = await newPage();
    const { page, context } = visit;
    const [open, start] = linkSteps(world);
    await open!.act(page);
    await open!.done(page);
    await context.setOffline(true);
    await start!.act(page);
    await page.getByRole('alert').getByText(english.offline).waitFor();
    await context.setOffline(false);
    await start!.done(page);
  });
});

/** Answers requests for a file with 404 until `restore` is called. */
async function takeAway({ context, page }: { context: BrowserContext; page: Page }, file: string) {
  let isMissing = true;
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await context.route(`**/${file}`, (route) =>
    isMissing ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
  return {
    loads: () => loads,
    restore: () => {
      isMissing = false;
    },
  };
}

const chunkOf = (source: string) => Object.entries(chunks).find(([name]) => name.startsWith(source))![1].file;

test('a part of a public page that is missing is reloaded once, leaves the page readable, and works after Try again', async () => {
  await using visit = await newPage();
  const { page } = visit;
  const { loads, restore } = await takeAway(visit, chunkOf('src/features/pricing/CostCalculator.tsx'));
  await page.goto('/pricing');
  await expect.poll(loads).toBe(2);
  await page.getByRole('alert').getByText('Part of this page could not be loaded. Retrying automatically.').waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  restore();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  const isAlive = `Object.keys(document.querySelector('[data-island=calculator]')).some((key) => key.startsWith('__react'))`;
  await expect.poll(() => page.evaluate(isAlive).catch(() => false)).toBe(true);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a screen of the portal that is missing is reloaded once, then says so, and opens after Try again', async () => {
  const { credentials } = await site.server.account();
  const visit = await site.visit({ storage: signedIn(credentials), isolated: true });
  const { page } = visit;
  await openLive(page, '/api-keys');
  const { loads, restore } = await takeAway(visit, chunkOf('src/routes/{-$locale}/_signed-in/audit-log.tsx'));
  await page.getByRole('link', { name: 'Audit log' }).first().click();
  await expect.poll(loads).toBe(1);
  await page.getByText('This could not be loaded.').waitFor();
  restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
});
