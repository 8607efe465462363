/**
 * The document around the card fields. Only it may load the card provider's script and frames; the site around it stays as
 * strict as everywhere. It is of our own origin, so that React draws into it and no message has to be passed.
 */
export const card_page = '/card-fields.html';

/** Gives the document the site's styles and theme, and keeps the theme. */
export function dress(page: Document, onTheme: () => void): () => void {
  const { documentElement: site } = document;
  for (const style of document.head.querySelectorAll('style, link[rel=stylesheet]'))
    page.head.append(page.importNode(style, true));
  const follow = () => {
    page.documentElement.lang = site.lang;
    const { theme } = site.dataset;
    if (theme) page.documentElement.dataset['theme'] = theme;
    else delete page.documentElement.dataset['theme'];
    onTheme();
  };
  follow();
  const chosen = new MutationObserver(follow);
  chosen.observe(site, { attributeFilter: ['data-theme', 'lang'] });
  const preferred = matchMedia('(prefers-color-scheme: dark)');
  preferred.addEventListener('change', follow);
  return () => {
    chosen.disconnect();
    preferred.removeEventListener('change', follow);
  };
}

/**
 * Lays the frame over the whole window, so that what the provider shows in it (3-D Secure) has the window's room, while its
 * content seems to stay where it is. @returns what puts it back.
 */
export function coverWindow(frame: HTMLIFrameElement, content: HTMLElement): () => void {
  const { left, top, width } = frame.getBoundingClientRect();
  const frameStyle = frame.style.cssText;
  Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '50' });
  Object.assign(content.style, { position: 'absolute', left: `${left}px`, top: `${top}px`, width: `${width}px` });
  return () => {
    frame.style.cssText = frameStyle;
    content.style.cssText = '';
  };
}
