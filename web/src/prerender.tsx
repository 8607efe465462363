/**
 * Renders the documents at build time that are served before any script runs: the public pages, and the first view of the screens.
 * web/generator/build.ts writes them to files.
 */
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { facts } from './content/facts';
import { guides, redirects as redirectsOfSite } from './content/site-map';
import { IslandRenderer } from './features/islands/Island';
import type { Navigation } from './features/navigation/navigation-context';
import { directionOf, loadTexts, pathIn } from './features/open/languages';
import { OpenApp } from './features/open/OpenApp';
import { otherNames } from './features/reference/other-names';
import { resources } from './features/reference/reference';
import { PrerenderedPage } from './features/shell/PrerenderedPage';
import { Providers } from './features/shell/Shell';
import type { Language } from './i18n/languages';
import { activate, type Locale, withLocale } from './i18n/locale';
import { createAppRouter } from './router';

export { rosettes } from '../../openapi/facts/guilloche-curves';
export { chipPad, sealRing } from '../../openapi/facts/seal-shape';
export { facts } from './content/facts';
export { loadResource, outline, resources } from './features/reference/reference';
export { languages as openLanguages } from './i18n/languages';
export { locales, withLocale } from './i18n/locale';
export { islands } from './islands';

export type Rendered = { title: string; description: string; html: string };

const { routesById } = createAppRouter();
const rootComponent = routesById.__root__.options.component;
const routes = Object.values(routesById);
const pathOf = ({ fullPath }: { fullPath: string }) =>
  fullPath.replace('/{-$locale}', '').replace(/(.)\/$/, '$1') || '/';
const isGuarded = ({ id }: { id: string }) => id.includes('/_');
const screens = routes.filter((route) => isGuarded(route) && !route.id.split('/').at(-1)?.startsWith('_'));

/** The pages behind a path with a parameter. */
const instances: Record<string, string[]> = {
  '/$guide': guides.map(({ path }) => path),
  '/api-reference/$resource': resources.map(({ slug }) => `/api-reference/${slug}`),
};

export const redirects: Record<string, string> = {
  ...redirectsOfSite,
  ...Object.fromEntries(
    [...otherNames].map(([name, { page, hash }]) => [
      `/api-reference/${name}`,
      `/api-reference/${page}${hash ? `#${hash}` : ''}`,
    ]),
  ),
};

/** The paths of the pages that are the same for all visitors, without a locale. */
export const publicPaths: string[] = routes
  .filter((route) => route.id !== '__root__' && !isGuarded(route) && 'component' in route.options)
  .map(pathOf)
  .flatMap((path) => instances[path] ?? path);

/** The paths of the app's screens. `appPaths` are open to everyone, `privatePaths` need a sign-in. `$name` matches any segment. */
export const appPaths: string[] = screens.filter(({ id }) => !id.includes('/_signed-in/')).map(pathOf);
export const privatePaths: string[] = screens.filter(({ id }) => id.includes('/_signed-in/')).map(pathOf);

/**
 * The screens that have their own document. `$name` matches any segment. `isFound`: search engines may list it, or, for a screen
 * with a parameter, the part of its path before the parameter. `isDrawn`: it can be rendered without knowing the visitor or where
 * they came from.
 */
export const drawnScreens: Record<string, { isFound: boolean; isDrawn: boolean }> = {
  '/demo': { isFound: true, isDrawn: true },
  '/old_demo': { isFound: true, isDrawn: true },
  '/sign-in': { isFound: true, isDrawn: true },
  '/sign-up': { isFound: true, isDrawn: true },
  '/recover-password': { isFound: true, isDrawn: true },
  '/new-password': { isFound: false, isDrawn: false },
  '/old_demo/$token': { isFound: true, isDrawn: true },
  '/invite/$token': { isFound: false, isDrawn: true },
  '/undo-email-change': { isFound: false, isDrawn: true },
  '/google': { isFound: false, isDrawn: true },
  '/microsoft': { isFound: false, isDrawn: true },
  '/reader': { isFound: false, isDrawn: true },
};

/** A path without a page, used to render the page for unknown paths. */
export const unknownPath = '/404';

export async function render(path: string, locale: Locale): Promise<Rendered> {
  const pathname = withLocale(path, locale);
  const navigation: Navigation = { pathname, go: () => {}, prepare: () => {} };
  const router = createAppRouter(createMemoryHistory({ initialEntries: [pathname] }));
  // Replaces the root component to render the page without its shell. The shell is rendered below, exactly as the browser hydrates
  // it.
  router.routesById.__root__.options.component = () => (
    <Providers navigation={navigation}>
      <IslandRenderer
        value={(name, content) =>
          renderToString(<Providers navigation={navigation}>{content}</Providers>, { identifierPrefix: name })
        }
      >
        <Outlet />
      </IslandRenderer>
    </Providers>
  );
  await router.load();
  await activate(locale);
  const page = renderToString(<RouterProvider router={router} />, { identifierPrefix: 'still' });
  // React renders the fallback of a boundary whose content throws. No page may be built from that.
  if (page.includes('<!--$!-->')) throw new Error(`${pathname} could not be rendered.`);
  const { head, body } = splitHead(page);
  const html = renderToString(
    <StrictMode>
      <PrerenderedPage navigation={navigation} content={{ __html: body }} />
    </StrictMode>,
  );
  return { ...head, html };
}

/** Renders a screen with its shell, exactly as the app first renders it in the browser. */
export async function renderScreen(path: string, locale: Locale): Promise<Rendered> {
  // The router would encode the `$` of a parameter and redirect, so it is left out.
  const address = withLocale(path.replace('$', ''), locale);
  const history = createMemoryHistory({ initialEntries: [address] });
  // The screen /new-password needs the email address that the previous step leaves in the history.
  history.replace(address, { email: 'name@example.com' });
  const router = createAppRouter(history);
  router.routesById.__root__.options.component = rootComponent;
  await activate(locale);
  await router.load();
  const { head, body } = splitHead(
    renderToString(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
  return { ...head, html: body };
}

export async function renderOpen(language: Language) {
  const texts = await loadTexts(language);
  const page = renderToString(
    <StrictMode>
      <OpenApp language={language} texts={texts} />
    </StrictMode>,
  );
  // React writes the page's own stylesheet at the start.
  const [, styles = '', html = ''] = /^((?:<link[^>]*>)*)(.*)$/s.exec(page) ?? [];
  const { heading: title, description } = texts;
  return {
    title: `${title} · ${facts.product}`,
    description,
    html,
    styles,
    dir: directionOf(language),
    path: pathIn(language),
  };
}

/** React writes the title and the description at the start. */
function splitHead(page: string): { head: { title: string; description: string }; body: string } {
  const [start = ''] = /^(?:<meta[^>]*>|<title>[^<]*<\/title>)*/.exec(page) ?? [];
  const [, title = ''] = /<title>([^<]*)/.exec(start) ?? [];
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(start) ?? [];
  return { head: { title, description }, body: page.slice(start.length) };
}
