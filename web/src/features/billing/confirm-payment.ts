import type { BillPayment } from '@sigill/sdk/portal';
import { card_page, followSiteLook, loadCardScript } from './card-frame';
import { CardRefused } from './card-refused';

type Action = NonNullable<BillPayment['next_action']>;

/** Shows the bank's confirmation (3-D Secure) to the card holder, over the whole window. @throws CardRefused */
export async function confirmPayment(
  { publishable_key, client_secret }: Action,
  { locale, title }: { locale: string; title: string },
): Promise<void> {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.src = card_page;
  Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '50' });
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  let stopFollowing = () => {};
  try {
    await loaded;
    const page = frame.contentDocument;
    if (!page?.URL.endsWith(card_page)) throw new Error('The page for the bank could not be loaded.');
    stopFollowing = followSiteLook(page, () => {});
    const stripe = await loadCardScript(page, publishable_key, locale);
    const { error } = await stripe.handleNextAction({ clientSecret: client_secret });
    if (error) throw new CardRefused(error.message);
  } finally {
    stopFollowing();
    frame.remove();
  }
}
