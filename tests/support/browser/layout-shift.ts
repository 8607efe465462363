/** How far a screen moves by itself while it loads for somebody who was never here. */
import type { Browser, Page } from 'playwright-core';

/** The screens that load more than their document, and that people meet first. */
export const SHIFTING = ['/sign-in', '/sign-up', '/demo', '/open']
  .flatMap((path) => [path, `/es${path}`])
  .concat('/ar/open');
export const MOST_SHIFT = 0.02;

/** The screens of the portal, which somebody who is signed in opens: on a phone, and on a computer. */
export const SHIFTING_IN_PORTAL = [
  '/dashboard',
  '/sessions',
  '/session/$id',
  '/callbacks',
  '/api-keys',
  '/users',
  '/user/$id of a key',
  '/audit-log',
  '/billing',
  '/bill/$id',
  '/settings',
];
export const COMPUTER = { width: 1280, height: 900 };

/** A phone of the middle. */
const VIEWPORT = { width: 412, height: 823 };

/** The sum of what moved without a cause (web.dev/articles/cls), counted from the first paint. */
export const COUNT_SHIFTS = `
  globalThis.shift = 0;
  globalThis.shifted = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      globalThis.shift += value;
      globalThis.shifted.push(...sources.map(({ node }) => (node?.outerHTML ?? String(node?.nodeName)).slice(0, 80)));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** What has moved on a page so far, in whose documents COUNT_SHIFTS runs. */
export const countedShift = (page: Page) => page.evaluate<{ shift: number; shifted: string[] }>('({ shift, shifted })');

/** Loads a screen with an empty cache, on a processor that is so many times slower. `shifted`: what moved. */
export async function coldShift(
  browser: Browser,
  url: string,
  slower: number,
  { viewport = VIEWPORT, storage = {} }: { viewport?: typeof VIEWPORT; storage?: Record<string, string> } = {},
) {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }));
  const origins = localStorage.length > 0 ? [{ origin: new URL(url).origin, localStorage }] : [];
  const context = await browser.newContext({ viewport, storageState: { cookies: [], origins } });
  try {
    const page = await context.newPage();
    await page.addInitScript(COUNT_SHIFTS);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.locator('main h1').waitFor();
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
    // The last to come: the strip comes with the scripts, on the page of a session the code, in the portal its end.
    await page.locator('.consent-banner, .open-action svg[role=img], [data-portal] footer').first().waitFor();
    return await countedShift(page);
  } finally {
    await context.close();
  }
}

/** The address of a screen; that of a session gets one. */
export async function addressOf(base: string, path: string): Promise<string> {
  if (!path.endsWith('/open')) return base + path;
  const response = await fetch(`${base}/api/v1/demo.create`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const { token } = (await response.json()) as { token: string };
  return `${base}${path}?token=${encodeURIComponent(token)}`;
}
