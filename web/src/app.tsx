import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { keepTyped } from './features/forms/typed';
import type { Navigation } from './features/navigation/navigation-context';
import { leavePaletteKey } from './features/palette/palette-key';
import { createAppRouter } from './router';

let router: ReturnType<typeof createAppRouter> | undefined;

/** Starts the app in the place of what is shown, at `href` or where the browser is. What is shown stays until the app has loaded its screen. */
export async function startApp(root: Root, href?: string, options: Parameters<Navigation['go']>[1] = {}) {
  const { replace = false, samePage = false } = options;
  if (router) {
    await router.navigate({ href, replace, resetScroll: !samePage });
    return;
  }
  router = createAppRouter();
  // What is shown is about to go, and with it a palette that would open in it.
  leavePaletteKey();
  if (href) {
    router.history[replace ? 'replace' : 'push'](href);
    await router.load();
  }
  const typed = samePage ? inputs().map(({ value }) => value) : [];
  leaveHead();
  await render(root, router);
  if (!href) return;
  if (samePage) restore(typed);
  else {
    if (!location.hash) scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }
}

/** Starts the app on a screen that came drawn. What was typed by then stays; when it is not for this visitor, another takes its place. */
export async function takeOver(element: HTMLElement) {
  const { pathname } = location;
  const started = createAppRouter();
  router = started;
  // To be rendered as the build did: without a boundary around the whole.
  started.ssr = { manifest: { routes: {} } };
  await started.load();
  const { location: arrived, matches } = started.state;
  if (arrived.pathname !== pathname || matches.some(({ status }) => status !== 'success')) {
    started.ssr = undefined;
    leaveHead();
    await render(createRoot(element), started);
    delete document.documentElement.dataset['leaving'];
    return;
  }
  const stop = started.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (!pathChanged) return;
    stop();
    leaveHead();
  });
  keepTyped();
  delete document.documentElement.dataset['leaving'];
  hydrateRoot(
    element,
    <StrictMode>
      <RouterProvider router={started} />
    </StrictMode>,
  );
}

/** The head of a prerendered page goes with it; the app's screens write their own. */
function leaveHead() {
  for (const element of document.head.querySelectorAll('[data-page]')) element.remove();
}

/** Resolves when the app stands in the document: on a slow device that is frames later, and what has the focus until then is gone. */
function render(root: Root, started: NonNullable<typeof router>): Promise<void> {
  return new Promise((resolve) =>
    root.render(
      <StrictMode>
        <RouterProvider router={started} />
        <Committed then={resolve} />
      </StrictMode>,
    ),
  );
}

function Committed({ then }: { then: () => void }) {
  useLayoutEffect(then, [then]);
  return null;
}

const inputs = () => [...document.querySelectorAll<HTMLInputElement>('main input')];

/** What was typed on the prerendered page, as if it were typed again: React hears of it by the event. */
function restore(typed: string[]) {
  inputs().forEach((input, index) => {
    const value = typed[index];
    if (value === undefined || value === input.value) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
