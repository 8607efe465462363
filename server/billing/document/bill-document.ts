/** Renders a bill as a PDF: tagged for screen readers (ISO 14289-1, PDF/UA), with embedded fonts. */
import { colours } from '../../../openapi/facts/colours.ts';
import type { Seller } from '../../core/config.ts';
import type { Bill } from '../ledger/bill.repository.ts';
import { drawSeal } from './bill-seal.ts';
import { addBillTable } from './bill-table.ts';
import { customerOf, days, periodOf, statusOf } from './bill-text.ts';
import { addColumns, addText, createPage, EDGES, finishPage, type Page } from './pdf-page.ts';
import { QUIET, QUIET_HEAD } from './pdf-text.ts';

const SEAL = 30;

export function billPdf(bill: Bill, seller: Seller): Promise<Buffer> {
  const page = createPage({
    title: `${seller.name} bill ${bill.id}`,
    author: seller.name,
    created: new Date(bill.created),
  });
  addSeller(page, seller);
  page.y += 32;
  addText(page, 'H1', `Bill ${bill.id}`, { size: 20, bold: true });
  page.y += 16;
  addFacts(page, bill);
  page.y += 32;
  addBillTable(page, bill);
  page.y += 20;
  addText(page, 'P', statusOf(bill));
  addText(page, 'P', 'Prices in USD. All dates are in UTC.', { color: QUIET });
  return finishPage(page);
}

function addSeller(page: Page, seller: Seller): void {
  drawSeal(page.doc, { x: EDGES.left, y: page.y, size: SEAL, color: colours.accent.light });
  page.y += 4;
  addText(page, 'P', seller.name, { size: 15, bold: true, from: EDGES.left + SEAL + 10 });
  page.y += 12;
  for (const line of seller.address) addText(page, 'P', line, { color: QUIET });
  if (seller.vat_number) addText(page, 'P', `VAT number ${seller.vat_number}`, { color: QUIET });
}

function addFacts(page: Page, bill: Bill): void {
  addColumns(
    page,
    (column) => {
      addText(page, 'H2', 'Billed to', { ...QUIET_HEAD, ...column });
      for (const line of customerOf(bill)) addText(page, 'P', line, column);
    },
    (column) => {
      addText(page, 'H2', 'Billing cycle', { ...QUIET_HEAD, ...column });
      addText(page, 'P', periodOf(bill), column);
      page.y += 8;
      addText(page, 'H2', 'Date', { ...QUIET_HEAD, ...column });
      addText(page, 'P', days.format(new Date(bill.created)), column);
    },
  );
}
