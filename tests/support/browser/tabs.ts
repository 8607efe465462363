/**
 * Tabs of Chromium that serve one visitor after another, because a new context, with a process and an empty cache, costs several
 * times what a visit does. Between two visitors, the traces of the first are removed: stored data, permissions, routes and
 * listeners. Only the HTTP cache stays. A mocked clock and init scripts cannot be removed, so visitors with them are `isolated` in
 * a separate context.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

export interface Tab {
  context: BrowserContext;
  page: Page;
}

export interface Window {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  cold: boolean;
}

/** A document of the site that runs no script but has access to the site's storage. It exists in development too. */
const BLANK = '/favicon.svg';

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
    async take({ viewport, colorScheme, cold }: Window, storage: Record<string, string>): Promise<Tab> {
      const tab = free.pop() ?? (await open());
      if (cold) await tell(tab, (session) => session.send('Network.clearBrowserCache'));
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
        // The test left the tab in a state that cannot be undone.
        await tab.context.close();
      }
    },
  };
}

async function clean(tab: Tab, base: string): Promise<void> {
  const { context, page } = tab;
  // With a second tab, this one may be in the background, where keys and timers behave differently.
  if (context.pages().length > 1) throw new Error('It has more than one tab.');
  for (const event of OF_CONTEXT) context.removeAllListeners(event as 'request');
  for (const event of OF_PAGE) page.removeAllListeners(event as 'request');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await page.goto(BLANK, { timeout: 10_000 });
  await context.clearCookies();
  const everything = { origin: base, storageTypes: 'all' };
  await tell(tab, (session) => session.send('Storage.clearDataForOrigin', everything));
  await page.evaluate('sessionStorage.clear()');
  if (await page.evaluate(`'__pwClock' in globalThis`)) throw new Error('It does not use the system clock.');
}

async function tell({ context, page }: Tab, send: (session: CDPSession) => Promise<unknown>): Promise<void> {
  const session = await context.newCDPSession(page);
  await send(session);
  await session.detach();
}
