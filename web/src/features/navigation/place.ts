import type { RegisteredRouter } from '@tanstack/react-router';

/** Where each entry of the history was scrolled to. Kept in memory, because nothing is stored without consent. */
const positions = new Map<string, number>();
/** The path that was opened from each entry. */
const followed = new Map<string, string>();

/** How long a page may take, after going back, to reach its former height and show the link that was followed. */
const LONGEST_MS = 3000;

const keyOf = (state: unknown): string => String((state as { __TSR_key?: string } | null)?.__TSR_key);

export const rememberPlace = (): unknown => positions.set(keyOf(history.state), scrollY);

/**
 * Going back or forward restores the scroll position and focuses the link that was followed. The browser can't do this, because it
 * tries before the page is there.
 */
export function returnToPlaces(router: RegisteredRouter): () => void {
  let key = keyOf(history.state);
  let isMoving = false;
  let isReturn = false;
  let stopReturn = () => {};
  const onScroll = () => {
    if (!isMoving) positions.set(key, scrollY);
  };
  const onHide = () => {
    history.scrollRestoration = 'auto';
  };
  const onShow = () => {
    history.scrollRestoration = 'manual';
  };
  onShow();
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('scroll', onScroll, { signal, passive: true });
  addEventListener('pagehide', onHide, { signal });
  addEventListener('pageshow', onShow, { signal });
  const ends = [
    router.history.subscribe(({ action, location }) => {
      if (action.type === 'PUSH') followed.set(key, location.pathname);
      key = keyOf(location.state);
      isReturn = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO';
      isMoving = true;
    }),
    router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      stopReturn();
      key = keyOf(toLocation.state);
      isMoving = false;
      // Someone who goes back several pages at once comes from another page than the one they opened here.
      if (isReturn && fromLocation)
        stopReturn = returnTo(positions.get(key) ?? 0, followed.get(key) ?? fromLocation.pathname);
      isReturn = false;
    }),
  ];
  return () => {
    stopReturn();
    onHide();
    listening.abort();
    for (const end of ends) end();
  };
}

/** Scrolls once the page is long enough, unless the person does something first. */
function returnTo(top: number, opened: string): () => void {
  const began = performance.now();
  let frame = 0;
  const listening = new AbortController();
  const stop = () => {
    cancelAnimationFrame(frame);
    listening.abort();
  };
  const attempt = () => {
    if (Math.abs(scrollY - top) > 1) scrollTo({ top, behavior: 'instant' });
    const isThere = Math.abs(scrollY - top) <= 1;
    const link = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(
      ({ pathname }) => pathname === opened,
    );
    link?.focus({ preventScroll: true });
    if ((isThere && link) || performance.now() - began > LONGEST_MS) stop();
    else frame = requestAnimationFrame(attempt);
  };
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(event, stop, { signal: listening.signal, passive: true });
  attempt();
  return stop;
}

/** Focuses the content, unless an input already has the focus, because that page was opened to fill it in. */
export function focusContent(): void {
  if (document.activeElement?.tagName !== 'INPUT') document.getElementById('main')?.focus({ preventScroll: true });
}
