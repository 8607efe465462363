import type { Browser, Page } from 'playwright-core';

export const SHIFTING = ['/sign-in', '/sign-up', '/demo', '/open']
  .flatMap((path) => [path, `/es${path}`])
  .concat('/ar/open');
export const MOST_SHIFT = 0.02;

export const COMPUTER = { width: 1280, height: 900 };

const VIEWPORT = { width: 412, height: 823 };

/** The sum of all unexpected layout shifts (web.dev/articles/cls), counted from the first paint. */
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

/** The page's documents must run COUNT_SHIFTS. */
export const countedShift = (page: Page) => page.evaluate<{ shift: number; shifted: string[] }>('({ shift, shifted })');

/** Loads a screen with an empty cache, on a processor this many times slower. `shifted`: what moved. */
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
    // What appears last: the consent strip on a page of the site, the QR code on that of a session, the enabled button on that of a
    // reusable link, the footer in the portal.
    const last = '.consent-banner, .open-action svg[role=img], .brand-button:enabled, [data-portal] footer';
    await page.locator(last).first().waitFor();
    return await countedShift(page);
  } finally {
    await context.close();
  }
}

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
