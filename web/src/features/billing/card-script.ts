import type { Stripe, StripeConstructor } from '@stripe/stripe-js';

/** The address of the provider's script. In local mode the keys belong to the stand-in, which the service itself serves. */
export const cardScript = (publishable_key: string): string =>
  publishable_key.startsWith('pk_local_') ? '/_local/stripe/v3.js' : 'https://js.stripe.com/v3/';

/** Loads the card provider's script into a document, where it can see none of our other scripts. */
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
