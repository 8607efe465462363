import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { rememberTyped } from './features/forms/typed-before-hydration';
import type { Navigation } from './features/navigation/navigation-context';
import { focusContent, rememberPlace } from './features/navigation/place';
import { releasePaletteKey } from './features/palette/palette-key';
import { createAppRouter } from './router';

let router: ReturnType<typeof createAppRouter> | undefined;

/** Replaces the prerendered page with the app, at `href` or the current address. The page stays until the app has loaded its screen. */
export async function startApp(root: Root, href?: string, options: Parameters<Navigation['go']>[1] = {}) {
  const { replace = false, samePage = false } = options;
  if (router) {
    await router.navigate({ href, replace, resetScroll: !samePage });
    return;
  }
  router = createAppRouter();
  // The page is about to be replaced, and a palette opened now would be lost with it.
  releasePaletteKey();
  if (href) {
    rememberPlace();
    router.history[replace ? 'replace' : 'push'](href);
    await router.load();
  }
  const typedValues = samePage ? mainInputs().map(({ value }) => value) : [];
  removePrerenderedHead();
  await render(root, router);
  if (!href) return;
  if (samePage) restoreTypedValues(typedValues);
  else {
    if (!location.hash) scrollTo(0, 0);
    focusContent();
  }
}

/** Hydrates a prerendered screen and keeps what the visitor has typed. If the visitor may not see the screen, the router redirects. */
export async function takeOver(element: HTMLElement) {
  const { pathname } = location;
  const started = createAppRouter();
  router = started;
  // With a manifest, the router renders exactly what the build rendered, without a Suspense boundary around everything.
  started.ssr = { manifest: { routes: {} } };
  // The visitor may already have scrolled or pressed a link, and by default the router would scroll to the top.
  await started.commitLocation({ ...started.latestLocation, resetScroll: false });
  const { location: arrived, matches } = started.state;
  if (arrived.pathname !== pathname || matches.some(({ status }) => status !== 'success')) {
    started.ssr = undefined;
    removePrerenderedHead();
    await render(createRoot(element), started);
    delete document.documentElement.dataset['leaving'];
    return;
  }
  const stop = started.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (!pathChanged) return;
    stop();
    removePrerenderedHead();
  });
  rememberTyped();
  delete document.documentElement.dataset['leaving'];
  hydrateRoot(
    element,
    <StrictMode>
      <RouterProvider router={started} />
    </StrictMode>,
  );
}

/** The app's screens write their own title and description, so the prerendered ones are removed. */
function removePrerenderedHead() {
  for (const element of document.head.querySelectorAll('[data-page]')) element.remove();
}

/**
 * Renders the app and resolves once it is in the document. On a slow device this takes several frames, and a focus set before then
 * would be lost with the old page.
 */
function render(root: Root, started: NonNullable<typeof router>): Promise<void> {
  return new Promise((resolve) =>
    root.render(
      <StrictMode>
        <RouterProvider router={started} />
        <AfterCommit then={resolve} />
      </StrictMode>,
    ),
  );
}

function AfterCommit({ then }: { then: () => void }) {
  useLayoutEffect(then, [then]);
  return null;
}

const mainInputs = () => [...document.querySelectorAll<HTMLInputElement>('main input')];

/** React notices the restored values only if input events are dispatched. */
function restoreTypedValues(typedValues: string[]) {
  mainInputs().forEach((input, index) => {
    const value = typedValues[index];
    if (value === undefined || value === input.value) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
