/** Every page in the portal's navigation has one name: in its link, as its heading, and in the browser's tab. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite, type Site, signedIn } from '../support/browser/visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

test.each([
  ['', 'Portal', 'Main', 'Callbacks'],
  ['/es', 'Portal', 'Principal', 'Callbacks'],
])('a page is called the same wherever it is named, at %s/', async (locale, ...navigations) => {
  const { credentials } = await site.server.account();
  const { page } = await site.visit({ storage: signedIn(credentials) });
  await page.goto(`${locale}/callbacks`);
  const links = new Map<string, string[]>();
  for (const name of navigations) {
    const all = page.getByRole('navigation', { name, exact: true }).getByRole('link');
    await all.first().waitFor();
    for (const link of await all.all()) {
      const path = (await link.getAttribute('href'))!;
      links.set(path, [...(links.get(path) ?? []), (await link.innerText()).trim()]);
    }
  }
  expect(links.size).toBeGreaterThanOrEqual(12);
  for (const [path, names] of links) {
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    const tab = (await page.title()).split(' · ')[0];
    expect([path, ...new Set([...names, await heading.innerText(), tab])]).toEqual([path, names[0]]);
  }
});
