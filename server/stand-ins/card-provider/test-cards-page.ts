import type { PageLayout } from '../host.ts';
import { escaped } from '../html.ts';
import { TEST_CARDS } from './test-cards.ts';

/** Spelled as their owners do. */
const BRAND_NAMES: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export const testCardsPage = (page: PageLayout) =>
  page(
    'Cards',
    `<p>Local mode's card provider accepts these numbers with any future expiry date and any security code. No other cards exist in it.</p>
<dl>${TEST_CARDS.map(({ number, does, brand }) => `<div><dt><code>${number.replace(/(.{4})(?=.)/g, '$1 ')}</code></dt><dd>${escaped(BRAND_NAMES[brand] ?? brand)} · ${escaped(does)}</dd></div>`).join('')}</dl>`,
  );
