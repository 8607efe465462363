import type { Stripe, StripeConstructor } from '@stripe/stripe-js';

/**
 * The address of the document that holds the card fields. Only this document may load the card provider's script and frames, so all
 * other pages keep a strict policy. It has our own origin, so React can render into it directly.
 */
export const card_page = '/card-fields.html';

/**
 * Gives the document the styles, theme and language of the page around it.
 * @returns a function that stops following changes of theme and language.
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

/** Makes the frame cover the window, since 3-D Secure needs the room. @returns a function that undoes it. */
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

/** The address of the provider's script. In local mode the keys belong to the stand-in, which the service itself serves. */
export const cardScript = (publishable_key: string): string =>
  publishable_key.startsWith('pk_local_') ? '/_local/stripe/v3.js' : 'https://js.stripe.com/v3/';

/** Loads the card provider's script into a document without any of our scripts. */
export function loadCardScript(page: Document, publishable_key: string, locale: string): Promise<Stripe> {
  const script = page.createElement('script');
  script.src = cardScript(publishable_key);
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error('The card provider’s script could not be loaded.'));
    script.onerror = failed;
    script.onload = () => {
      const create = (page.defaultView as { Stripe?: StripeConstructor } | null)?.Stripe;
      if (create) resolve(create(publishable_key, { locale: locale as 'en' | 'es' }));
      else failed();
    };
    page.head.append(script);
  });
}
