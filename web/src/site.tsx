// The entry of a prerendered page. Hydrates the shell and the islands. The router and the screens are loaded at the first
// navigation.
import './ui/tokens.css';
import './ui/ui.css';
import { createElement, StrictMode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { credentials } from './api/credentials';
import { loadLater, thisDocument } from './api/later';
import { savedState } from './features/auth/saved-state';
import type { IslandName } from './features/islands/Island';
import type { Navigation } from './features/navigation/navigation-context';
import { PrerenderedPage } from './features/shell/PrerenderedPage';
import { Providers } from './features/shell/Shell';
import { activate, localeOf, withLocale } from './i18n/locale';
import { islands } from './islands';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root');

const { pathname } = location;
const locale = localeOf(pathname);
const isHome = withLocale(pathname, 'en') === '/';
const islandRoots: Root[] = [];
let destination: string | undefined;
// Always the same object, because React would write the content again for a new one.
const content = { __html: '' };

const navigation: Navigation = {
  pathname,
  go: (href, options) => void goTo(href, options),
  prepare: () => void import('./app'),
};

const state = new URLSearchParams(location.search).get('state');
if (state) savedState.restore(state);
await loadLater(() => activate(locale));
const root = hydrateRoot(
  element,
  <StrictMode>
    <PrerenderedPage navigation={navigation} content={content} />
  </StrictMode>,
);
if (isHome && credentials.isAuthenticated()) void goTo(withLocale('/dashboard', locale), { replace: true });
else delete document.documentElement.dataset['leaving'];
for (const place of element.querySelectorAll<HTMLElement>('[data-island]')) void hydrateIsland(place);

/** The page that someone is leaving is hidden. If the app is missing, it is shown again. */
const loadApp = () =>
  import('./app').catch((error: unknown) => {
    delete document.documentElement.dataset['leaving'];
    throw error;
  });

async function goTo(href: string, options?: Parameters<Navigation['go']>[1]) {
  destination = href;
  const { startApp } = await loadLater(loadApp, { document: () => href });
  // Another link was pressed while the app was missing.
  if (destination !== href) return;
  try {
    await startApp(root, href, options);
    for (const island of islandRoots) island.unmount();
    delete document.documentElement.dataset['leaving'];
  } catch {
    // After a new release, this app's files may no longer exist. Loading the document finds the new ones.
    location.assign(href);
  }
}

async function hydrateIsland(place: HTMLElement) {
  const name = place.dataset['island'] as IslandName;
  const component = await loadLater(islands[name].load, { document: thisDocument });
  if (!place.isConnected) return;
  islandRoots.push(
    hydrateRoot(place, <Providers navigation={navigation}>{createElement(component)}</Providers>, {
      identifierPrefix: name,
    }),
  );
}
