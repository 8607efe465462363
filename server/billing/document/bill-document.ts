/** Renders a bill as a PDF: tagged for screen readers (ISO 14289-1, PDF/UA), with embedded fonts. */
import { colours } from '../../../openapi/facts/colours.ts';
import type { Seller } from '../../core/config.ts';
import { amountDue } from '../bill/bill-amounts.ts';
import { type Bill, billLines } from '../ledger/bill.repository.ts';
import { formatMoney, type Micros } from '../terms/money.ts';
import {
  addColumns,
  addRule,
  addText,
  createPage,
  drawText,
  EDGES,
  finishPage,
  INK,
  leading,
  type Page,
  QUIET,
  QUIET_HEAD,
  type Style,
} from './pdf-page.ts';

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const counts = new Intl.NumberFormat('en', { useGrouping: 'always' });
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
const usd = (amount: Micros): string => dollars.format(formatMoney(amount) as Intl.StringNumericLiteral);
/** The fonts have no thin space. */
const periodOf = ({ cycle_start, cycle_end }: Bill): string =>
  days.formatRange(new Date(cycle_start), new Date(cycle_end)).replace(/\s/g, ' ');
const countries = new Intl.DisplayNames('en', { type: 'region' });

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

function customerOf({ company, address, country, vat_number }: Bill): string[] {
  const lines: string[] = address === null ? [] : JSON.parse(address);
  return [
    ...(company !== null ? [company] : []),
    ...lines,
    ...(country !== null ? [countries.of(country) ?? country] : []),
    ...(vat_number !== null ? [`VAT number ${vat_number}`] : []),
  ];
}

/** 0.255 → `25.5%`. */
const percentOf = (rate: Micros): string => `${Number(formatMoney(rate * 100))}%`;

function statusOf(bill: Bill): string {
  const { state, total, vat_category } = bill;
  // Directive 2006/112/EC, article 226 (11a).
  const reverse = vat_category === 'REVERSE_CHARGE' ? ' Reverse charge: the customer accounts for VAT.' : '';
  switch (state) {
    case 'PAID':
      return `Paid. Thank you.${reverse}`;
    case 'WAIVED':
      return `${total === 0 ? 'No payment is due.' : 'Too small to collect: no payment is due.'}${reverse}`;
    case 'CARRIED_OVER':
      return `Too small to charge: ${usd(amountDue(bill))} is added to the next invoice.${reverse}`;
    case 'CREDITED':
      return `Credited. No payment is due.${reverse}`;
    case 'UNCOLLECTIBLE':
    case 'OPEN':
      return `Amount due: ${usd(amountDue(bill))}.${reverse}`;
    default:
      return state satisfies never;
  }
}

/** The logo: two twelve-lobed rings around the contact pad of a chip, as on the site. Around 0,0 in a box of 100 × 100. */
const RING = `M${Array.from({ length: 144 }, (_, step) => {
  const angle = (step / 144) * Math.PI * 2;
  const radius = 40.5 + 6 * Math.cos(12 * angle);
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
}).join('L')}Z`;
const PAD =
  'M-13 -17H13A5 5 0 0 1 18 -12V12A5 5 0 0 1 13 17H-13A5 5 0 0 1 -18 12V-12A5 5 0 0 1 -13 -17ZM-6 -7H6V7H-6ZM-18 -7H-6M-18 7H-6M18 -7H6M18 7H6M0 -17V-7M0 17V7';

function drawSeal(doc: PDFKit.PDFDocument, place: { x: number; y: number; size: number; color: string }): void {
  const { x, y, size, color } = place;
  // Decorative: the name beside it has the same meaning.
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .save()
    .translate(x + size / 2, y + size / 2)
    .scale(size / 100);
  doc.path(RING).lineWidth(2.4).stroke(color);
  doc.rotate(15).path(RING).lineWidth(2.4).stroke(color);
  doc.rotate(-15).path(PAD).lineWidth(3.2).stroke(color);
  doc.restore();
  doc.endMarkedContent();
}

/** The right edges of the columns, and the left edge of the first. */
const COLUMNS = { name: EDGES.left, quantity: 350, unit_price: 445, total: EDGES.right };

type Cells = Record<keyof typeof COLUMNS, string>;

interface RowOptions {
  style?: Style;
  isHeader?: boolean;
  /** A smaller line below the first cell. */
  below?: string;
  /** The right edge of the first cell, if it is right-aligned. */
  nameEndsAt?: number;
}

function addBillTable(page: Page, bill: Bill): void {
  const table = page.doc.struct('Table');
  page.root.add(table);
  const header = { name: 'Item', quantity: 'Quantity', unit_price: 'Unit price', total: 'Amount' };
  addRow(page, table, header, { style: QUIET_HEAD, isHeader: true });
  addRule(page, INK);
  for (const line of billLines(bill)) {
    const cells = {
      name: line.name,
      quantity: counts.format(line.quantity),
      unit_price: usd(line.unit_price),
      total: usd(line.total),
    };
    addRow(page, table, cells, { below: line.description });
    addRule(page);
  }
  addSums(page, table, bill);
  table.end();
}

function addSums(page: Page, table: PDFKit.PDFStructureElement, bill: Bill): void {
  const sums: [string, Micros][] = [
    ['Subtotal', bill.subtotal],
    [`VAT ${percentOf(bill.vat_rate)}`, bill.vat],
    ['Total', bill.total],
  ];
  for (const [name, amount] of sums) {
    const cells = { name, quantity: '', unit_price: '', total: usd(amount) };
    const style: Style = name === 'Total' ? { bold: true, size: 13 } : {};
    addRow(page, table, cells, { style, nameEndsAt: COLUMNS.unit_price });
  }
}

function addRow(page: Page, table: PDFKit.PDFStructureElement, cells: Cells, options: RowOptions): void {
  const { doc, y } = page;
  const { style = {}, isHeader, below, nameEndsAt } = options;
  const row = doc.struct('TR');
  table.add(row);
  for (const [column, edge] of Object.entries(COLUMNS)) {
    const text = cells[column as keyof Cells];
    const isName = column === 'name';
    const endsAt = isName ? nameEndsAt : edge;
    // A header cell is scoped to its column, the first cell of a line to its row.
    const scope: object = isHeader ? { scope: 'Column' } : isName ? { scope: 'Row' } : {};
    const draw = () => {
      drawText(doc, text || ' ', EDGES.left, y, { ...style, ...(endsAt !== undefined && { endsAt }) });
      if (isName && below) drawText(doc, below, EDGES.left, y + leading(style), QUIET_HEAD);
    };
    row.add(doc.struct(isHeader || isName ? 'TH' : 'TD', scope, draw));
  }
  row.end();
  page.y = y + leading(style) + (below ? leading(QUIET_HEAD) : 0) + 3;
}
