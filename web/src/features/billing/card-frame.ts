/**
 * The address of the document that holds the card fields. Only this document may load the script and the frames of the card
 * provider, so the policy of all other pages stays strict. It has our own origin, so React can render into it and no messages have
 * to be passed.
 */
export const card_page = '/card-fields.html';

/**
 * Copies the styles, the language and the theme of the site into the document, and follows the theme when it changes. @returns what
 * stops it.
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
 * Lets the frame cover the whole window, so that 3-D Secure, which the provider shows in it, has enough room. The content of the
 * frame seems to stay where it is. @returns what undoes it.
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
