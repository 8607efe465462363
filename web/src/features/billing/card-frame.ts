/**
 * The address of the document that holds the card fields. Only this document may load the card provider's script and frames, so all
 * other pages keep a strict policy. It is on our own origin, so React can render into it without passing messages.
 */
export const card_page = '/card-fields.html';

/**
 * Copies the site's styles, language and theme into the document, and follows theme changes. @returns a function that stops following.
 */
export function followSiteLook(page: Document, onThemeChange: () => void): () => void {
  const { documentElement: site } = document;
  for (const style of document.head.querySelectorAll('style, link[rel=stylesheet]'))
    page.head.append(page.importNode(style, true));
  const copyTheme = () => {
    page.documentElement.lang = site.lang;
    const { theme } = site.dataset;
    if (theme) page.documentElement.dataset['theme'] = theme;
    else delete page.documentElement.dataset['theme'];
    onThemeChange();
  };
  copyTheme();
  const chosenTheme = new MutationObserver(copyTheme);
  chosenTheme.observe(site, { attributeFilter: ['data-theme', 'lang'] });
  const preferredTheme = matchMedia('(prefers-color-scheme: dark)');
  preferredTheme.addEventListener('change', copyTheme);
  return () => {
    chosenTheme.disconnect();
    preferredTheme.removeEventListener('change', copyTheme);
  };
}

/**
 * Makes the frame cover the whole window, so that 3-D Secure, which the provider shows inside it, has enough room. The frame's content
 * appears to stay in place. @returns a function that undoes it.
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
