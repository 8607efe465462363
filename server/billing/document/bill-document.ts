/** Renders a bill as a PDF: tagged for screen readers (ISO 14289-1, PDF/UA), with embedded fonts. The site shows the same sheet. */
import { colours } from '../../../openapi/facts/colours.ts';
import { invoiceTexts, isDeduction, lineTexts } from '../../../openapi/facts/invoice-texts.ts';
import type { CustomerBill } from '../../generated/operations.gen.ts';
import type { Locale } from '../../mail/locale.ts';
import { formatMoney, parseMoney } from '../terms/money.ts';
import { ACCENT, addRule, addText, finishPage, QUIET, reserve } from './pdf-page.ts';
import {
  addFacts,
  addHead,
  addParties,
  addRow,
  addSums,
  addVatRule,
  beginTable,
  countOf,
  createSheet,
  dayOf,
  moneyOf,
  periodOf,
  repeatHeader,
  type Sheet,
  type SumRow,
  vatOf,
} from './sheet.ts';

export const fileNameOf = ({ number, cycle_end }: CustomerBill): string =>
  `sigill-${number?.toLowerCase() ?? cycle_end}.pdf`;

export function billPdf(bill: CustomerBill, locale: Locale): Promise<Buffer> {
  const { created, state = 'OPEN' } = bill;
  const seller = bill.seller!;
  const title = titleOf(bill, locale);
  const sheet = createSheet({ title, seller, created, locale, seed: referenceOf(bill) });
  const color = state === 'OPEN' ? colours.warning.light : ACCENT;
  addHead(sheet, { seller, title, mark: sheet.texts[state], color });
  addParties(sheet, { seller, buyer: bill.buyer ?? { address: [] } });
  addBillFacts(sheet, bill);
  addLines(sheet, bill);
  addNotes(sheet, bill);
  return finishPage(sheet);
}

export const referenceOf = ({ number, id }: CustomerBill): string => number ?? String(id);
const titleOf = (bill: CustomerBill, locale: Locale): string => `${invoiceTexts[locale].invoice} ${referenceOf(bill)}`;

function addBillFacts(sheet: Sheet, bill: CustomerBill): void {
  const { texts } = sheet;
  const { created, cycle_start, cycle_end, due, bank_account: bank, buyer } = bill;
  const account = bank && due ? [grouped(bank.iban), bank.bic, bank.bank] : [];
  addFacts(
    sheet,
    [
      [texts.number, [referenceOf(bill)]],
      [texts.issued, [dayOf(sheet, created)]],
      [texts.cycle, [periodOf(sheet, cycle_start, cycle_end)]],
    ],
    [
      [texts.due, due ? [dayOf(sheet, due)] : []],
      [texts.bank_account, account.filter((part) => part !== undefined)],
      [texts.reference, account.length > 0 ? [referenceOf(bill)] : []],
      [texts.order, buyer?.purchase_order ? [buyer.purchase_order] : []],
    ],
  );
}

const grouped = (iban: string): string => iban.replace(/.{4}(?=.)/g, '$& ');

function addLines(sheet: Sheet, bill: CustomerBill): void {
  const { table, header } = beginTable(sheet);
  for (const line of bill.billables) {
    const { name, text } = lineTexts(sheet.locale, line);
    if (reserve(sheet, 40)) repeatHeader(sheet, header);
    const priced = isDeduction(line)
      ? { quantity: '', unit_price: '' }
      : { quantity: countOf(sheet, line.quantity), unit_price: moneyOf(sheet, line.unit_price) };
    addRow(sheet, table, { name, ...priced, total: moneyOf(sheet, line.total) }, { below: text });
    addRule(sheet);
  }
  addSums(sheet, table, sumsOf(sheet, bill));
  table.end();
}

function sumsOf(sheet: Sheet, bill: CustomerBill): SumRow[] {
  const { texts } = sheet;
  const { subtotal, vat, total, balance = '0.00', amount_due = total } = bill;
  const credited = parseMoney(amount_due) - parseMoney(total) - parseMoney(balance);
  return [
    { name: texts.subtotal, amount: subtotal },
    // Without a country, no rule for VAT is known.
    ...(bill.vat_category ? [{ name: vatOf(sheet, bill), amount: vat }] : []),
    { name: texts.total, amount: total, strong: true },
    ...(parseMoney(balance) === 0 ? [] : [{ name: texts.balance, amount: balance }]),
    ...(credited === 0 ? [] : [{ name: texts.credited, amount: formatMoney(credited) }]),
    ...(bill.state === 'WAIVED'
      ? []
      : [{ name: texts.amount_due, amount: bill.state === 'OPEN' ? amount_due : '0.00', strong: true }]),
  ];
}

function addNotes(sheet: Sheet, bill: CustomerBill): void {
  const { texts } = sheet;
  sheet.y += 20;
  if (bill.paid) addText(sheet, 'P', `${texts.PAID}: ${dayOf(sheet, bill.paid)}`);
  addVatRule(sheet, bill);
  addText(sheet, 'P', texts.prices, { color: QUIET });
}
