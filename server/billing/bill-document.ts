/** A bill as PDF: tagged for screen readers (ISO 14289-1, PDF/UA), with its fonts inside. */
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { colours } from '../../facts/colours.ts';
import type { Seller } from '../core/config.ts';
import { wrapWords } from '../core/wrap-words.ts';
import type { BillRow } from './bill.repository.ts';
import { billLines } from './bill.service.ts';
import { drawSeal } from './bill-seal.ts';
import { formatMoney, type Micros } from './money.ts';

const PAGE = { left: 56, right: 539, top: 56 };
/** Where the second column of facts begins. */
const SECOND = 380;
const GAP = 24;
const INK = colours.ink.light;
const QUIET = colours.muted.light;
const RULE = colours.hairline.light;
const ACCENT = colours.accent.light;
const SEAL = 30;
const EDGES = { name: PAGE.left, quantity: 350, unit_price: 445, total: PAGE.right };

/** Inter in its parts; a text is set in the part that has each letter. */
const FONTS = {
  'latin-ext': /[\u0100-\u02ba\u02bd-\u02c5\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0]/,
  greek: /[\u0370-\u03ff]/,
  cyrillic: /[\u0400-\u045f\u0490\u0491\u2116]/,
  latin: /[\u0020-\u00ff\u0131\u0152\u0153\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122\u2212]/,
} as const;

interface Style {
  size?: number;
  color?: string;
  bold?: boolean;
  /** The right edge that the text ends at. */
  endsAt?: number;
  /** The left and right edge of a column; the page's, if not given. */
  from?: number;
  to?: number;
}

const HEAD: Style = { size: 8.5, color: QUIET };

export const billFileName = ({ cycle_end }: Pick<BillRow, 'cycle_end'>): string => `sigill-bill-${cycle_end}.pdf`;

export function billPdf(bill: BillRow, seller: Seller): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: PAGE.top, bottom: 0, left: PAGE.left, right: 0 },
    pdfVersion: '1.7',
    // The types of the package lag behind it.
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${seller.name} bill ${bill.id}`,
      Author: seller.name,
      CreationDate: new Date(bill.created),
      ModDate: new Date(bill.created),
    },
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  let y = PAGE.top;

  /** Lays out one element of the page; screen readers meet them in this order. */
  const element = (tag: string, text: string, style: Style = {}) => {
    const at = y;
    const rows = wrapped(text, style);
    root.add(
      doc.struct(tag, {}, () => {
        for (const [index, row] of rows.entries())
          draw(row, style.from ?? PAGE.left, at + index * leading(style), style);
      }),
    );
    y = at + rows.length * leading(style);
  };
  const rule = (color: string = RULE) => {
    const at = y + 2;
    doc.markContent('Artifact', { type: 'Layout' });
    doc.moveTo(PAGE.left, at).lineTo(PAGE.right, at).lineWidth(0.6).stroke(color);
    doc.endMarkedContent();
    y = at + 8;
  };

  drawSeal(doc, { x: PAGE.left, y, size: SEAL, color: ACCENT });
  y += 4;
  element('P', seller.name, { size: 15, bold: true, from: PAGE.left + SEAL + 10 });
  y += 12;
  for (const line of seller.address) element('P', line, { color: QUIET });
  if (seller.vat_number) element('P', `VAT number ${seller.vat_number}`, { color: QUIET });
  y += 32;
  element('H1', `Bill ${bill.id}`, { size: 20, bold: true });
  y += 16;
  columns(
    (column) => {
      element('H2', 'Billed to', { ...HEAD, ...column });
      for (const line of customerOf(bill)) element('P', line, column);
    },
    (column) => {
      element('H2', 'Billing cycle', { ...HEAD, ...column });
      element('P', periodOf(bill), column);
      y += 8;
      element('H2', 'Date', { ...HEAD, ...column });
      element('P', days.format(new Date(bill.created)), column);
    },
  );
  y += 32;
  table();
  y += 20;
  element('P', statusOf(bill));
  element('P', 'Prices in USD. All dates are in UTC.', { color: QUIET });
  root.end();

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
      .end();
  });

  /** Two columns that begin at the same height; what follows begins below the longer one. */
  function columns(...contents: [(column: Style) => void, (column: Style) => void]): void {
    const top = y;
    const ends = contents.map((content, second) => {
      y = top;
      content(second ? { from: SECOND } : { to: SECOND - GAP });
      return y;
    });
    y = Math.max(...ends);
  }

  function table(): void {
    const structure = doc.struct('Table');
    root.add(structure);
    const header = { name: 'Item', quantity: 'Quantity', unit_price: 'Unit price', total: 'Amount' };
    addRow(structure, header, HEAD, { scope: 'Column' });
    rule(INK);
    for (const line of billLines(bill)) {
      const cells = {
        name: line.name,
        quantity: counts.format(line.quantity),
        unit_price: usd(line.unit_price),
        total: usd(line.total),
      };
      addRow(structure, cells, {}, { below: line.description });
      rule();
    }
    const sums: [string, Micros][] = [
      ['Subtotal', bill.subtotal],
      [`VAT ${percentOf(bill.vat_rate)}`, bill.vat],
      ['Total', bill.total],
    ];
    for (const [name, amount] of sums) {
      const cells = { name, quantity: '', unit_price: '', total: usd(amount) };
      const style: Style = name === 'Total' ? { bold: true, size: 13 } : {};
      addRow(structure, cells, style, { nameEndsAt: EDGES.unit_price });
    }
    structure.end();
  }

  function addRow(
    structure: PDFKit.PDFStructureElement,
    cells: Record<keyof typeof EDGES, string>,
    style: Style,
    { scope, below, nameEndsAt }: { scope?: 'Column'; below?: string; nameEndsAt?: number } = {},
  ): void {
    const row = doc.struct('TR');
    structure.add(row);
    const at = y;
    for (const [name, edge] of Object.entries(EDGES)) {
      const text = cells[name as keyof typeof EDGES];
      const isName = name === 'name';
      // The first cell names its row.
      const options: object = scope ? { scope } : isName ? { scope: 'Row' } : {};
      const endsAt = isName ? nameEndsAt : edge;
      const content = () => {
        draw(text || ' ', PAGE.left, at, { ...style, ...(endsAt !== undefined && { endsAt }) });
        if (isName && below) draw(below, PAGE.left, at + leading(style), HEAD);
      };
      row.add(doc.struct(scope || isName ? 'TH' : 'TD', options, content));
    }
    row.end();
    y = at + leading(style) + (below ? leading(HEAD) : 0) + 3;
  }

  function draw(text: string, x: number, top: number, style: Style): void {
    let at = style.endsAt === undefined ? x : style.endsAt - widthOf(text, style);
    for (const { font, part } of partsOf(text)) {
      useFont(font, style).fillColor(style.color ?? INK);
      doc.text(part, at, top, { lineBreak: false });
      at += doc.widthOfString(part);
    }
  }

  function widthOf(text: string, style: Style): number {
    return partsOf(text).reduce((sum, { font, part }) => sum + useFont(font, style).widthOfString(part), 0);
  }

  function useFont(name: string, { size = 10, bold }: Style) {
    return doc.font(join(import.meta.dirname, `fonts/inter-${name}-${bold ? 600 : 400}.woff`)).fontSize(size);
  }

  function wrapped(text: string, style: Style): string[] {
    const width = (style.to ?? PAGE.right) - (style.from ?? PAGE.left);
    return wrapWords(text, (line) => widthOf(line, style) <= width);
  }
}

const leading = ({ size = 10 }: Style) => size * 1.5;

function partsOf(text: string): { font: string; part: string }[] {
  const parts: { font: string; part: string }[] = [];
  for (const letter of text.normalize('NFC')) {
    const found = Object.entries(FONTS).find(([, letters]) => letters.test(letter))?.[0];
    const last = parts.at(-1);
    const font = letter === ' ' && last ? last.font : (found ?? 'latin');
    const shown = found ? letter : '?';
    if (last?.font === font) last.part += shown;
    else parts.push({ font, part: shown });
  }
  return parts;
}

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const counts = new Intl.NumberFormat('en', { useGrouping: 'always' });
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
const usd = (amount: Micros): string => dollars.format(formatMoney(amount) as Intl.StringNumericLiteral);
/** The fonts have no thin space. */
const periodOf = ({ cycle_start, cycle_end }: BillRow): string =>
  days.formatRange(new Date(cycle_start), new Date(cycle_end)).replace(/\s/g, ' ');
const countries = new Intl.DisplayNames('en', { type: 'region' });

function customerOf({ company, address, country, vat_number }: BillRow): string[] {
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

function statusOf({ state, total, vat_category }: BillRow): string {
  // Directive 2006/112/EC, article 226 (11a).
  const reverse = vat_category === 'REVERSE_CHARGE' ? ' Reverse charge: VAT is due by the customer.' : '';
  switch (state) {
    case 'PAID':
      return `Paid. Thank you.${reverse}`;
    case 'WAIVED':
      return `${total === 0 ? 'Nothing is to be paid.' : 'Too small to be collected: nothing is to be paid.'}${reverse}`;
    case 'OPEN':
      return `To be paid: ${usd(total)}.${reverse}`;
    default:
      return state satisfies never;
  }
}
