/** Renders the public pages at build; scripts/build-site.ts writes them. */
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { IslandRenderer } from './features/islands/Island';
import type { Navigation } from './features/shell/navigation-context';
import { Providers } from './features/shell/Providers';
import { StillPage } from './features/shell/StillPage';
import { activate, type Locale, withLocale } from './i18n/locale';
import { createAppRouter } from './router';

export { facts } from './content/facts';
export { sdk } from './content/service';
export { redirects } from './content/site-map';
export { locales, withLocale } from './i18n/locale';
export { islands } from './islands';
export { rosettes } from './ui/guilloche-curves';
export { chipPad, sealRing } from './ui/seal-shape';

export type Rendered = { title: string; description: string; html: string };

const routes = Object.values(createAppRouter().routesById);
const pathOf = ({ fullPath }: { fullPath: string }) =>
  fullPath.replace('/{-$locale}', '').replace(/(.)\/$/, '$1') || '/';
const isGuarded = ({ id }: { id: string }) => id.includes('/_');
const screens = routes.filter((route) => isGuarded(route) && !route.id.split('/').at(-1)?.startsWith('_'));

/** The paths of the pages that are the same for everybody, without a locale. */
export const publicPaths: string[] = routes
  .filter((route) => route.id !== '__root__' && !isGuarded(route) && 'component' in route.options)
  .map(pathOf);

/** The paths of the screens that are not prerendered, and of those behind the sign-in; `$name` stands for any segment. */
export const appPaths: string[] = screens.filter(({ id }) => !id.includes('/_signed-in/')).map(pathOf);
export const privatePaths: string[] = screens.filter(({ id }) => id.includes('/_signed-in/')).map(pathOf);

/** A page that no path leads to: what every unknown one shows. */
export const unknownPath = '/404';

export async function render(path: string, locale: Locale): Promise<Rendered> {
  const pathname = withLocale(path, locale);
  const navigation: Navigation = { pathname, go: () => {}, prepare: () => {} };
  const router = createAppRouter(createMemoryHistory({ initialEntries: [pathname] }));
  // The page alone; its shell is the one that the browser hydrates.
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
  const { head, body } = splitHead(page);
  const html = renderToString(
    <StrictMode>
      <StillPage navigation={navigation} content={{ __html: body }} />
    </StrictMode>,
  );
  return { ...head, html };
}

/** React writes a page's title and description before everything else. */
function splitHead(page: string): { head: { title: string; description: string }; body: string } {
  const [start = ''] = /^(?:<meta[^>]*>|<title>[^<]*<\/title>)*/.exec(page) ?? [];
  const [, title = ''] = /<title>([^<]*)/.exec(start) ?? [];
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(start) ?? [];
  return { head: { title, description }, body: page.slice(start.length) };
}
