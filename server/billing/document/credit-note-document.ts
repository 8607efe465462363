/** Renders a credit note as a PDF, in the way of the bill that it takes back. */
import type { Seller } from '../../core/config.ts';
import type { Bill } from '../ledger/bill.repository.ts';
import type { CreditNote } from '../ledger/money-back.repository.ts';
import { formatMoney, type Micros } from '../terms/money.ts';
import { addRule, addText, createPage, finishPage, INK, QUIET, QUIET_HEAD } from './pdf-page.ts';

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const usd = (amount: Micros): string => dollars.format(formatMoney(amount) as Intl.StringNumericLiteral);

const EFFECTS: Record<CreditNote['effect'], string> = {
  REDUCTION: 'It lowers the amount due.',
  REFUND: 'The amount goes back to the payment method.',
  BALANCE: 'It is taken off the next invoices.',
};

export function creditNotePdf(note: CreditNote, bill: Bill, seller: Seller): Promise<Buffer> {
  const title = `Credit note ${note.number}`;
  const page = createPage({
    title: `${seller.name}: ${title}`,
    author: seller.name,
    created: new Date(note.created),
  });
  addText(page, 'P', seller.name, { size: 15, face: 'bold' });
  for (const line of seller.address) addText(page, 'P', line, { color: QUIET });
  if (seller.vat_number) addText(page, 'P', `VAT number ${seller.vat_number}`, { color: QUIET });
  page.y += 24;
  addText(page, 'H1', title, { size: 20, face: 'serif' });
  page.y += 12;
  addText(page, 'H2', 'Issued to', QUIET_HEAD);
  for (const line of customerOf(bill)) addText(page, 'P', line);
  page.y += 12;
  addText(page, 'H2', 'Date', QUIET_HEAD);
  addText(page, 'P', days.format(new Date(note.created)));
  page.y += 12;
  addText(page, 'P', `For invoice ${bill.number ?? bill.id} of ${days.format(new Date(bill.created))}.`);
  addText(page, 'P', `Reason: ${note.reason}`);
  addRule(page, INK);
  addText(page, 'P', `Subtotal: ${usd(note.subtotal)}`);
  addText(page, 'P', `VAT ${Number(formatMoney(bill.vat_rate * 100))}%: ${usd(note.vat)}`);
  addText(page, 'P', `Total credited: ${usd(note.total)}`, { size: 13, face: 'bold' });
  page.y += 12;
  addText(page, 'P', EFFECTS[note.effect]);
  if (bill.vat_category === 'REVERSE_CHARGE') addText(page, 'P', 'Reverse charge: the customer accounts for VAT.');
  addText(page, 'P', 'Prices in USD. All dates are in UTC.', { color: QUIET });
  return finishPage(page);
}

function customerOf({ company, address, vat_number }: Bill): string[] {
  const lines: string[] = address === null ? [] : JSON.parse(address);
  return [
    ...(company === null ? [] : [company]),
    ...lines,
    ...(vat_number === null ? [] : [`VAT number ${vat_number}`]),
  ];
}
