// SQLite only: it is about the files of the site.
// CI only: it builds the site a second time.
/** Pages that were opened before an upgrade, and that load their files from the release after it, installed as docs/operations.md says. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import german from '../../web/src/features/open/texts/de.json' with { type: 'json' };
import { readingSteps } from '../support/browser/person-steps.ts';
import { createSite, openLive, type Site, signedIn } from '../support/browser/visitor.ts';
import { createScratchRepository, type ScratchRepository } from '../support/packages/scratch-repository.ts';
import { createWorld, type World } from '../support/server/world.ts';

const before = process.env['SITE_FOLDER'] ?? join(root, 'web/dist');
let project: ScratchRepository;
let installed: string;
let site: Site;
let world: World;

beforeAll(async () => {
  project = createScratchRepository();
  project.edit('web/src/ui/Button.tsx', (text) => text.replace('min-h-12', 'min-h-13'));
  const { code, err } = project.run('scripts/build.ts', 'generate', 'site');
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  installed = mkdtempSync(join(tmpdir(), 'sigill-upgrade-'));
  for (const release of ['with', 'without'])
    cpSync(join(project.folder, 'web/dist'), join(installed, release, 'dist'), { recursive: true });
  cpSync(join(before, 'assets'), join(installed, 'with/previous'), { recursive: true });
}, 600_000);
beforeAll(async () => {
  site = await createSite({ site: before });
  world = createWorld(site.server, await site.server.account());
});
afterEach(async () => {
  await site.leave();
  await site.server.upgrade(before);
});
afterAll(async () => {
  await site?.stop();
  project?.remove();
  if (installed) rmSync(installed, { recursive: true });
});

const upgrade = (release: 'with' | 'without') => site.server.upgrade(join(installed, release, 'dist'));

/** @returns the scripts that the page requests from now on, with their statuses. */
function requested(page: Page): Map<string, number> {
  const scripts = new Map<string, number>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.set(pathname, response.status());
  });
  return scripts;
}

const isOnlyIn = (release: string, path: string) =>
  existsSync(join(before, path)) !== existsSync(join(installed, release, 'dist', path));

test.each([0, 1, 2, 3, 4])(
  'a person on /open, %i steps into a reading, reaches the result and the way back',
  async (done) => {
    const { page } = await site.visit({ storage: {}, isolated: true });
    const scripts = requested(page);
    for (const [index, step] of readingSteps(world).entries()) {
      if (index === done + 1) {
        await upgrade('with');
        scripts.clear();
      }
      await step.act(page);
      await step.done(page);
    }
    expect(await page.locator('h1').innerText()).toBe(german.approved);
    expect([...scripts].filter(([, status]) => status !== 200)).toEqual([]);
    // The texts of step 3 are the same in both releases, and the camera for the face has been loaded in advance.
    if (done < 2) expect([...scripts.keys()].filter((path) => isOnlyIn('with', path)).length).toBeGreaterThan(0);
  },
);

test('a page of the site and a screen of the portal load the rest of their files without a reload', async () => {
  const [reader, user] = [
    await site.visit({ storage: {}, isolated: true }),
    await site.visit({ storage: signedIn(world.account.credentials), isolated: true }),
  ];
  await openLive(reader.page, '/pricing');
  await openLive(user.page, '/api-keys');
  const all = [reader, user].map(({ page }) => requested(page));
  for (const { page } of [reader, user]) await page.evaluate('globalThis.isSame = true');
  await upgrade('with');
  await reader.page.getByRole('link', { name: 'Coverage' }).first().click();
  await reader.page.getByRole('heading', { level: 1, name: 'Country coverage' }).waitFor();
  await user.page.getByRole('link', { name: 'Audit log' }).first().click();
  await user.page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  for (const { page } of [reader, user]) expect(await page.evaluate('globalThis.isSame')).toBe(true);
  for (const scripts of all) {
    expect([...scripts].filter(([, status]) => status !== 200)).toEqual([]);
    expect([...scripts.keys()].filter((path) => isOnlyIn('with', path)).length).toBeGreaterThan(0);
  }
});

test('a page of an even older release loads the new document instead', async () => {
  const [reader, user] = [
    await site.visit({ storage: {}, isolated: true }),
    await site.visit({ storage: signedIn(world.account.credentials), isolated: true }),
  ];
  await openLive(reader.page, '/pricing');
  await openLive(user.page, '/api-keys');
  for (const { page } of [reader, user]) await page.evaluate('globalThis.isSame = true');
  await upgrade('without');
  await reader.page.getByRole('link', { name: 'Coverage' }).first().click();
  await reader.page.getByRole('heading', { level: 1, name: 'Country coverage' }).waitFor();
  await user.page.getByRole('link', { name: 'Audit log' }).first().click();
  await user.page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  for (const { page } of [reader, user]) expect(await page.evaluate('globalThis.isSame')).toBeUndefined();
});
