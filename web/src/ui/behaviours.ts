/**
 * Makes elements of the site's pages interactive through their attributes, without a component, so that the same markup works in
 * the app and on prerendered pages, whose content is not hydrated. The listeners are on the document and the window. Each function
 * explains its attributes.
 */
export function startBehaviours(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('click', playAgain, { signal });
  document.addEventListener('input', filterList, { signal });
  let frame = 0;
  const onScroll = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      markCurrentSections();
    });
  };
  addEventListener('scroll', onScroll, { signal, passive: true });
  addEventListener('hashchange', leadOn, { signal });
  leadOn();
  onScroll();
  return () => {
    stop.abort();
    cancelAnimationFrame(frame);
  };
}

/** Redirects to content that has moved: if the anchor's element contains a link with `data-leads-on`, opens that link. */
function leadOn() {
  const named = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const link = named?.querySelector<HTMLAnchorElement>('a[data-leads-on]');
  if (link) location.replace(link.href);
}

/** A button with `data-replay` restarts the animations of its figure by briefly setting `data-resting`, which removes them. */
function playAgain({ target }: MouseEvent) {
  const figure = target instanceof Element ? target.closest('[data-replay]')?.closest('figure') : undefined;
  figure?.setAttribute('data-resting', '');
  figure?.getBoundingClientRect();
  figure?.removeAttribute('data-resting');
}

/** Marks the link to the current section in a `data-sections` list. With the value `follow`, a list in its own box scrolls to that link. */
function markCurrentSections() {
  for (const list of document.querySelectorAll<HTMLElement>('[data-sections]')) {
    const links = [...list.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
    const below = links.findIndex(({ hash }) => topOf(hash) > innerHeight * 0.4);
    const current = links[(below < 0 ? links.length : below) - 1];
    for (const link of links) {
      if (link === current) {
        if (link.ariaCurrent) continue;
        link.ariaCurrent = 'location';
        if (list.dataset['sections'] === 'follow' && scrolls(list.parentElement))
          link.scrollIntoView({ block: 'nearest' });
      } else link.ariaCurrent = null;
    }
  }
}

/**
 * Whether a box scrolls on its own. Following the reader in a box that does not, such as the menu on narrow screens, would scroll
 * the page.
 */
const scrolls = (box: Element | null) => box !== null && box.scrollHeight > box.clientHeight && box.checkVisibility();

const topOf = (hash: string) =>
  document.getElementById(decodeURIComponent(hash.slice(1)))?.getBoundingClientRect().top ?? Number.NEGATIVE_INFINITY;

/**
 * Filters a list by an input with `data-filter`. Below the input's parent, it shows the `li` elements that contain all words of the
 * input in their text, their `data-words` or the first line of their group. It hides groups (`data-group`) that are then empty,
 * shows `data-none` when nothing is left, and shows `data-all` when the input is empty.
 */
function filterList({ target }: Event) {
  if (!(target instanceof HTMLInputElement && target.dataset['filter'] !== undefined)) return;
  const searchedWords = target.value.toLowerCase().split(/\s+/).filter(Boolean);
  const list = target.parentElement;
  let left = 0;
  for (const item of list?.querySelectorAll<HTMLElement>('li') ?? []) {
    const group = item.closest('[data-group]')?.firstElementChild;
    const words = [item.textContent, item.dataset['words'], group?.textContent].join(' ').toLowerCase();
    item.hidden = !searchedWords.every((word) => words.includes(word));
    if (!item.hidden) left++;
  }
  for (const group of list?.querySelectorAll<HTMLElement>('[data-group]') ?? [])
    group.hidden = !group.querySelector('li:not([hidden])');
  for (const none of list?.querySelectorAll<HTMLElement>('[data-none]') ?? []) none.hidden = left > 0;
  for (const all of list?.querySelectorAll<HTMLElement>('[data-all]') ?? []) all.hidden = searchedWords.length > 0;
}
