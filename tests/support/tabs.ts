/**
 * Tabs of Chromium that serve one visitor after the other. A context of its own for each would start a process, load every script from
 * the network and compile it, which costs several times what the visit itself does. Between two visitors everything goes that the
 * first one left: what the site has stored, permissions, routes, listeners. What stays is the cache of files, and what
 * cannot be taken back: a visitor with a clock of its own, a script that is run in each document, or who must find the cache empty,
 * comes `afresh`.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface Tab {
  context: BrowserContext;
  page: Page;
}

export interface Window {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

/** A document of the site without scripts, which may read and write what the site stores. */
const BLANK = '/robots.txt';

const OF_CONTEXT = ['request', 'response', 'requestfinished', 'requestfailed', 'console', 'weberror', 'page', 'dialog'];
const OF_PAGE = [...OF_CONTEXT.filter((event) => !['weberror', 'page'].includes(event)), 'pageerror', 'framenavigated'];

export function createTabs(browser: Browser, base: string) {
  const free: Tab[] = [];

  async function open(): Promise<Tab> {
    const context = await browser.newContext({ baseURL: base, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(BLANK);
    return { context, page };
  }

  return {
    async take({ viewport, colorScheme }: Window, storage: Record<string, string>): Promise<Tab> {
      const tab = free.pop() ?? (await open());
      await tab.page.setViewportSize(viewport);
      await tab.page.emulateMedia({ colorScheme, reducedMotion: 'reduce', media: null });
      await tab.page.evaluate(
        `for (const [name, value] of ${JSON.stringify(Object.entries(storage))}) localStorage.setItem(name, value)`,
      );
      return tab;
    },

    async giveBack(tab: Tab): Promise<void> {
      try {
        await clean(tab, base);
        free.push(tab);
      } catch {
        // Whatever state a test has left it in.
        await tab.context.close();
      }
    },
  };
}

async function clean({ context, page }: Tab, base: string): Promise<void> {
  // Beside another tab it is in the background, where keys and timers behave otherwise.
  if (context.pages().length > 1) throw new Error('It has more than one tab.');
  for (const event of OF_CONTEXT) context.removeAllListeners(event as 'request');
  for (const event of OF_PAGE) page.removeAllListeners(event as 'request');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await page.goto(BLANK, { timeout: 10_000 });
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: base, storageTypes: 'all' });
  await session.detach();
  await page.evaluate('sessionStorage.clear()');
}
