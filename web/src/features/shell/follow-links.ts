import { localeOf } from '../../i18n/locale';
import type { Navigation } from '../navigation/navigation-context';

const hover_ms = 50;

/** Makes links open the site's pages without loading a new document, including links in content that React does not manage. */
export function followLinks({ go, prepare }: Omit<Navigation, 'pathname'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onClick = (event: MouseEvent) => {
    const link = pageLink(event);
    if (!link || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  const onIntent = (event: Event) => {
    clearTimeout(timer);
    const link = pageLink(event);
    // Pages in another language are not prepared, because preparing a page activates its language.
    if (link && localeOf(link.pathname) === localeOf(location.pathname))
      timer = setTimeout(() => prepare(link.pathname), event.type === 'pointerover' ? hover_ms : 0);
  };
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('click', onClick, { signal });
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, onIntent, { signal, passive: true });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

export const isPlainClick = (event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The browser handles links to files and to anchors on the same page. */
function pageLink({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return undefined;
  if (/\.\w+$|^\/(_local|api)\//.test(link.pathname)) return undefined;
  const samePage = link.pathname === location.pathname && link.search === location.search;
  return samePage && link.hash ? undefined : link;
}
