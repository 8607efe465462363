/** A new visitor to the site in Chromium, who can use the keyboard alone. Script errors and CSP violations are collected. */
import type { Browser, BrowserContext, ElementHandle, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Credentials } from '../../../server/generated/operations.gen.ts';
import { verifyEmail } from '../server/billing.ts';
import { createTestServer, eventually, type TestServerOptions } from '../server/test-server.ts';
import { createWorld } from '../server/world.ts';
import { launchChromium } from './chromium.ts';
import { createTabs, type Tab } from './tabs.ts';

export interface Visit {
  /** What the site finds in the browser's storage. Consent by default. */
  storage?: Record<string, string>;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  cold?: boolean;
  /** In a separate context: for a mocked clock, an init script or a slower processor. */
  isolated?: boolean;
  /**
   * Presses Tab from the current focus. Otherwise, the focus is first put a few stops before a distant control, because the stops
   * on the way are always the same.
   */
  tabsAllTheWay?: boolean;
}

export type Visitor = Awaited<ReturnType<typeof createVisitor>>;

export const CONSENT = { 'sigill.consent': 'accepted' };
const VIEWPORT = { width: 1280, height: 900 };

export const signedIn = (credentials: Credentials, role = 'owner'): Record<string, string> => ({
  ...CONSENT,
  'sigill.role': role,
  'sigill.credentials': JSON.stringify(credentials),
});

/** The browser logs this for every unsuccessful response; the test decides whether one is expected. */
const REFUSED_ANSWER = /^Failed to load resource: (the server responded with a status of|net::ERR_FAILED)/;

/**
 * React's development build logs an error when a lazy component of the router has loaded and no longer calls `use`. The router
 * works that way, and production builds do not log it, so it is ignored.
 */
const LAZY_ROUTE = /^Error: This library called use\(\) to suspend[\s\S]+at Lazy \(\S+tanstack_react-router/;

export async function createVisitor(
  browser: Browser,
  base: string,
  { storage = CONSENT, viewport = VIEWPORT, colorScheme = 'light', tabsAllTheWay }: Visit = {},
) {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    baseURL: base,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: localStorage.length > 0 ? [{ origin: base, localStorage }] : [] },
  });
  return visitorIn({ context, page: await context.newPage() }, () => context.close(), tabsAllTheWay);
}

function visitorIn({ context, page }: Tab, close: () => Promise<void>, tabsAllTheWay?: boolean) {
  context.setDefaultTimeout(60_000);
  const complaints = watch(context);
  return {
    context,
    page,
    /** Script errors and content security policy violations so far, each with the page where it happened. */
    complaints,
    path: () => pathOf(page),
    at: (path: string) => arriveAt(page, path),
    ...keyboard(page, tabsAllTheWay),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

export const arriveAt = (page: Page, path: string): Promise<void> =>
  page.waitForURL((url) => url.pathname + url.search === path);

function watch(context: BrowserContext): string[] {
  const complaints: string[] = [];
  const note = (page: Page | null, text: string) => complaints.push(`${page ? pathOf(page) : 'no page'}: ${text}`);
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !REFUSED_ANSWER.test(text) && !LAZY_ROUTE.test(text)) note(message.page(), text);
  });
  context.on('weberror', (error) => note(error.page(), error.error().message));
  return complaints;
}

/**
 * Puts the focus three Tab stops before an element that is far away or behind the current focus. Behind an open dialog this has no
 * effect.
 */
const APPROACH = `(target) => {
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility({ visibilityProperty: true }),
  );
  const [from, to] = [document.activeElement, target].map((element) => stops.indexOf(element));
  if (from > to || from < to - 6) stops[to - 3]?.focus();
}`;

export function keyboard(page: Page, tabsAllTheWay = false) {
  const isFocused = (target: Locator) => target.evaluate((element) => element.matches(':focus'));

  async function reach(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<ElementHandle> {
    await target.waitFor();
    // The element is looked up once, since looking up by role reads the whole page, and again if React has replaced it.
    let element = await target.elementHandle();
    if (key === 'Tab' && !tabsAllTheWay) await element?.evaluate(APPROACH);
    for (let presses = 0; presses < 80; presses++) {
      const state = await element?.evaluate((found) =>
        found.matches(':focus') ? 'focused' : found.isConnected ? 'elsewhere' : 'gone',
      );
      if (state === 'focused') return element!;
      if (state === 'elsewhere') await page.keyboard.press(key);
      else element = await target.elementHandle();
    }
    throw new Error(`80 presses of ${key} did not reach ${target}`);
  }

  async function press(target: Locator, key = 'Enter'): Promise<void> {
    try {
      const element = await reach(target);
      await element.press(key);
    } catch (error) {
      // React has replaced the element meanwhile.
      if (!/not attached/.test(String(error))) throw error;
      await press(target, key);
    }
  }

  async function type(label: string, text: string): Promise<void> {
    await reach(page.getByLabel(label, { exact: true }));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  }

  return {
    reach,
    press,
    type,
    pressLink: (name: string) => press(page.getByRole('link', { name, exact: true }).first()),
    pressButton: (name: string) => press(page.getByRole('button', { name, exact: true }).first()),
    isFocused,
  };
}

export async function openLive(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const hydrated = `Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react'))`;
  await eventually(() => page.evaluate<boolean>(hydrated), 'the page to be alive');
  await page.waitForLoadState('networkidle');
}

export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

interface Kept {
  local: Record<string, string>;
  session: Record<string, string>;
  databases: string[];
  caches: string[];
}

export async function stored(page: Page) {
  const kept = await page.evaluate<Kept>(
    `(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
    }))()`,
  );
  const cookies = await page.context().cookies();
  return { ...kept, cookies: cookies.map(({ name }) => name) };
}

export function countCalls(context: BrowserContext, operation: string) {
  const bodies: Record<string, unknown>[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/v1/${operation}`) {
      bodies.push((request.postDataJSON() as Record<string, unknown> | null) ?? {});
    }
  });
  return bodies;
}

export function expectNoComplaints({ complaints }: { complaints: string[] }): void {
  // The complaints are in the message, since the summary of a run shows only the message.
  expect(complaints, complaints.join('\n')).toEqual([]);
}

/** Creates visitors that stay until the test ends them, for tests that run in parallel. Visitors take turns in the same tabs. */
export function createGuests(browser: Browser, base: string) {
  const tabs = createTabs(browser, base);
  return async (how: Visit = {}): Promise<Visitor> => {
    if (how.isolated) return createVisitor(browser, base, how);
    const { storage = CONSENT, viewport = VIEWPORT, colorScheme = 'light', cold = false } = how;
    const tab = await tabs.take({ viewport, colorScheme, cold }, storage);
    let hasLeft = false;
    return visitorIn(tab, async () => {
      if (!hasLeft) await tabs.giveBack(tab);
      hasLeft = true;
    });
  };
}

/**
 * The service with its built site, or the site in SITE_FOLDER, and a browser. `leave` closes the visitors, `stop` closes the
 * browser and the service.
 */
export async function createSite(options: TestServerOptions = {}) {
  const site = process.env['SITE_FOLDER'];
  const [server, browser] = await Promise.all([
    createTestServer({ ...(site && { site }), ...options }),
    launchChromium(),
  ]);
  const guest = createGuests(browser, server.base);
  const visitors = new Set<Visitor>();

  async function visit(how?: Visit): Promise<Visitor> {
    const visitor = await guest(how);
    visitors.add(visitor);
    return visitor;
  }

  async function visitSignedIn(how: Visit = {}) {
    const user = await server.signUp();
    const visitor = await visit({ ...how, storage: { ...signedIn(user.credentials), ...how.storage } });
    return { ...visitor, user };
  }

  return {
    server,
    browser,
    guest,
    visit,
    visitSignedIn,
    async visitVerified(how?: Visit) {
      const visitor = await visitSignedIn(how);
      await verifyEmail(createWorld(server, await server.account()), visitor.user);
      return visitor;
    },
    async leave(): Promise<void> {
      for (const visitor of visitors) {
        visitors.delete(visitor);
        await visitor.close();
      }
    },
    async stop(): Promise<void> {
      await browser.close();
      await server.stop();
    },
  };
}

export type Site = Awaited<ReturnType<typeof createSite>>;
