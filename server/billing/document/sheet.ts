import { invoiceTexts, vatName } from '../../../openapi/facts/invoice-texts.ts';
import { dollars, percentage } from '../../../openapi/facts/number-formats.ts';
import { chipPad, sealRing } from '../../../openapi/facts/seal-shape.ts';
import type { BillBuyer, BillSeller, CustomerBill } from '../../generated/operations.gen.ts';
import type { Locale } from '../../mail/locale.ts';
import {
  ACCENT,
  addColumns,
  addRule,
  addText,
  type Column,
  createPage,
  decorate,
  drawText,
  EDGES,
  INK,
  leading,
  linesOf,
  type Page,
  QUIET_HEAD,
  reserve,
  type Style,
} from './pdf-page.ts';

const SEAL = 30;
const MONO: Style = { face: 'mono', size: 9 };

export interface Sheet extends Page {
  locale: Locale;
  texts: (typeof invoiceTexts)[Locale];
}

interface NewSheet {
  title: string;
  seller: BillSeller;
  created: string;
  locale: Locale;
  seed: string;
}

export function createSheet({ title, seller, created, locale, seed }: NewSheet): Sheet {
  const texts = invoiceTexts[locale];
  const page = createPage({
    title: `${seller.name}: ${title}`,
    author: seller.name,
    created: new Date(created),
    locale,
    seed,
    continued: `${title} · ${texts.continued}`,
  });
  return Object.assign(page, { locale, texts });
}

interface Head {
  seller: BillSeller;
  title: string;
  /** A word on the right. */
  mark?: string;
  color?: string;
}

export function addHead(sheet: Sheet, { seller, title, mark, color = ACCENT }: Head): void {
  drawSeal(sheet, { x: EDGES.left, y: sheet.y, size: SEAL });
  sheet.y += 5;
  addText(sheet, 'P', seller.name, { size: 14, face: 'serif', from: EDGES.left + SEAL + 10 });
  sheet.y += 30;
  const top = sheet.y;
  addText(sheet, 'H1', title, { size: 24, face: 'serif' });
  const below = sheet.y;
  sheet.y = top + 10;
  if (mark) addText(sheet, 'P', mark, { color, endsAt: EDGES.right });
  sheet.y = below + 16;
}

export function addParties(sheet: Sheet, { seller, buyer }: { seller: BillSeller; buyer: BillBuyer }): void {
  const { texts } = sheet;
  const add = (heading: string, name: string, party: Party) => (column: Column) => {
    addText(sheet, 'H2', heading, { ...QUIET_HEAD, ...column });
    addText(sheet, 'P', name, { face: 'bold', ...column });
    addParty(sheet, party, column);
  };
  addColumns(
    sheet,
    add(texts.from, seller.name, seller),
    add(texts.billed_to, buyer.company ?? buyer.name ?? texts.no_company, buyer),
  );
  sheet.y += 20;
}

type Party = { address: string[]; country?: string; vat_number?: string };

function addParty(sheet: Sheet, { address, country, vat_number }: Party, column: Column): void {
  const countries = new Intl.DisplayNames(sheet.locale, { type: 'region' });
  for (const line of address) addText(sheet, 'P', line, column);
  if (country) addText(sheet, 'P', countries.of(country) ?? country, column);
  if (vat_number) addText(sheet, 'P', `${sheet.texts.vat_number} ${vat_number}`, column);
}

export type Fact = [name: string, lines: string[]];

/** Facts in two columns, like the parties above. Facts without lines are left out. */
export function addFacts(sheet: Sheet, left: Fact[], right: Fact[]): void {
  const add = (facts: Fact[]) => (column: Column) => {
    for (const [name, lines] of facts.filter(([, lines]) => lines.length > 0)) {
      addText(sheet, 'H2', name, { ...QUIET_HEAD, ...column });
      for (const line of lines) addText(sheet, 'P', line, column);
      sheet.y += 6;
    }
  };
  addColumns(sheet, add(left), add(right));
  sheet.y += 18;
}

const daysOf = (locale: Locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
export const dayOf = ({ locale }: Sheet, time: string): string => daysOf(locale).format(new Date(time));
export const periodOf = ({ locale }: Sheet, start: string, end: string): string =>
  daysOf(locale).formatRange(new Date(start), new Date(end));

export const moneyOf = ({ locale }: Sheet, amount: string): string => dollars(amount, locale);

export const countOf = ({ locale }: Sheet, count: number): string =>
  new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(count);

export const vatOf = (sheet: Sheet, bill: CustomerBill): string =>
  `${vatName(sheet.locale, bill)} ${percentage(bill.vat_rate, sheet.locale)}`;

export function addVatRule(sheet: Sheet, { vat_category: rule }: CustomerBill): void {
  if (rule === 'REVERSE_CHARGE' || rule === 'OUT_OF_SCOPE') addText(sheet, 'P', sheet.texts[rule]);
}

/** Screen readers skip the logo and read the name beside it. */
export function drawSeal(page: Page, { x, y, size }: { x: number; y: number; size: number }): void {
  const { doc } = page;
  decorate(page, () => {
    doc
      .save()
      .translate(x + size / 2, y + size / 2)
      .scale(size / 100);
    doc.path(sealRing).lineWidth(2.4).stroke(ACCENT);
    doc.rotate(15).path(sealRing).lineWidth(2.4).stroke(ACCENT);
    doc.rotate(-15).path(chipPad).lineWidth(3.2).stroke(ACCENT);
    doc.restore();
  });
}

/** The left edge of the first column, and the right edges of the others. */
const COLUMNS = { name: EDGES.left, quantity: 350, unit_price: 445, total: EDGES.right };
const NAME_WIDTH = 220;

export type Cells = Record<keyof typeof COLUMNS, string>;

interface RowOptions {
  style?: Style;
  isHeader?: boolean;
  below?: string;
  /** The right edge of the first cell, if it is right-aligned. */
  nameEndsAt?: number;
}

export function addRow(sheet: Sheet, table: PDFKit.PDFStructureElement, cells: Cells, options: RowOptions = {}): void {
  const { doc, y } = sheet;
  const { style = {}, isHeader, below, nameEndsAt } = options;
  const names = nameEndsAt === undefined ? linesOf(doc, cells.name, style, NAME_WIDTH) : [cells.name];
  const details = below ? linesOf(doc, below, QUIET_HEAD, NAME_WIDTH) : [];
  const row = doc.struct('TR');
  table.add(row);
  for (const [column, edge] of Object.entries(COLUMNS)) {
    const isName = column === 'name';
    const endsAt = isName ? nameEndsAt : edge;
    // A header cell is scoped to its column, the first cell of a line to its row.
    const scope: object = isHeader ? { scope: 'Column' } : isName ? { scope: 'Row' } : {};
    const figures = isHeader || isName || style.face ? style : { ...style, ...MONO };
    // Figures are smaller, on the same baseline.
    const base = y + (style.size ?? 10) - (figures.size ?? 10);
    const draw = () => {
      const lines = isName ? names : [cells[column as keyof Cells] || ' '];
      for (const [index, line] of lines.entries())
        drawText(doc, line, EDGES.left, base + index * leading(style), {
          ...figures,
          ...(endsAt !== undefined && { endsAt }),
        });
      if (!isName) return;
      for (const [index, line] of details.entries())
        drawText(doc, line, EDGES.left, y + names.length * leading(style) + index * leading(QUIET_HEAD), QUIET_HEAD);
    };
    row.add(doc.struct(isHeader || isName ? 'TH' : 'TD', scope, draw));
  }
  row.end();
  sheet.y = y + names.length * leading(style) + details.length * leading(QUIET_HEAD) + 3;
}

export interface SumRow {
  name: string;
  amount: string;
  strong?: boolean;
}

export function addSums(sheet: Sheet, table: PDFKit.PDFStructureElement, sums: SumRow[]): void {
  reserve(sheet, sums.length * 20 + 10);
  for (const { name, amount, strong } of sums) {
    const cells = { name, quantity: '', unit_price: '', total: moneyOf(sheet, amount) };
    const style: Style = strong ? { face: 'serif', size: 13 } : {};
    addRow(sheet, table, cells, { style, nameEndsAt: COLUMNS.unit_price });
  }
}

export interface SheetTable {
  table: PDFKit.PDFStructureElement;
  header: Cells;
}

export function beginTable(sheet: Sheet): SheetTable {
  const { texts, doc } = sheet;
  const table = doc.struct('Table');
  sheet.root.add(table);
  const header = { name: texts.item, quantity: texts.quantity, unit_price: texts.unit_price, total: texts.amount };
  addRow(sheet, table, header, { style: QUIET_HEAD, isHeader: true });
  addRule(sheet, INK);
  return { table, header };
}

/** Screen readers skip the repeated header, because they have read the first one. */
export function repeatHeader(sheet: Sheet, header: Cells): void {
  decorate(sheet, () => {
    for (const [column, edge] of Object.entries(COLUMNS)) {
      const place = column === 'name' ? {} : { endsAt: edge };
      drawText(sheet.doc, header[column as keyof Cells], edge, sheet.y, { ...QUIET_HEAD, ...place });
    }
  });
  sheet.y += leading(QUIET_HEAD) + 6;
}
