/** A bill as PDF: tagged for screen readers (ISO 14289-1, PDF/UA), with its fonts inside. */
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import type { Seller } from '../config.ts';
import type { BillRow } from './bill.repository.ts';
import { billLines } from './bill.service.ts';
import { formatMoney, type Micros } from './money.ts';

const PAGE = { left: 56, right: 539, top: 56, bottom: 770 };
const INK = '#17211b';
const QUIET = '#54605a';
const RULE = '#c9d1cc';
const EDGES = { name: PAGE.left, quantity: 340, unit_price: 430, total: PAGE.right };

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
}

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
        for (const [index, row] of rows.entries()) draw(row, PAGE.left, at + index * leading(style), style);
      }),
    );
    y = at + rows.length * leading(style);
  };
  const rule = () => {
    const at = y + 4;
    doc.markContent('Artifact', { type: 'Layout' });
    doc.moveTo(PAGE.left, at).lineTo(PAGE.right, at).lineWidth(0.5).stroke(RULE);
    doc.endMarkedContent();
    y = at + 10;
  };

  element('P', seller.name, { size: 13, bold: true });
  for (const line of seller.address) element('P', line, { color: QUIET });
  if (seller.vat_number) element('P', `VAT number ${seller.vat_number}`, { color: QUIET });
  y += 28;
  element('H1', `Bill ${bill.id}`, { size: 22, bold: true });
  y += 6;
  element('P', `For ${bill.cycle_start} to ${bill.cycle_end}, made on ${bill.created.slice(0, 10)}`, { color: QUIET });
  y += 18;
  element('H2', 'Billed to', { size: 11, bold: true });
  for (const line of customerOf(bill)) element('P', line);
  y += 22;
  element('H2', 'What was billed', { size: 11, bold: true });
  y += 6;
  table();
  y += 12;
  element('P', statusOf(bill), { color: QUIET });
  root.end();

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
      .end();
  });

  function table(): void {
    const structure = doc.struct('Table');
    root.add(structure);
    const header = { name: 'Description', quantity: 'Quantity', unit_price: 'Unit price', total: 'Amount in USD' };
    addRow(structure, header, { color: QUIET }, 'Column');
    rule();
    for (const line of billLines(bill)) {
      const cells = {
        name: line.name,
        quantity: String(line.quantity),
        unit_price: formatMoney(line.unit_price),
        total: formatMoney(line.total),
      };
      addRow(structure, cells, {});
    }
    rule();
    const sums: [string, Micros][] = [
      ['Subtotal', bill.subtotal],
      [`VAT ${percentOf(bill.vat_rate)}`, bill.vat],
      ['Total', bill.total],
    ];
    for (const [name, amount] of sums) {
      const cells = { name, quantity: '', unit_price: '', total: formatMoney(amount) };
      addRow(structure, cells, { bold: name === 'Total', ...(name === 'Total' && { size: 12 }) });
    }
    structure.end();
  }

  function addRow(
    structure: PDFKit.PDFStructureElement,
    cells: Record<keyof typeof EDGES, string>,
    style: Style,
    scope?: 'Column',
  ): void {
    const row = doc.struct('TR');
    structure.add(row);
    const at = y;
    for (const [name, edge] of Object.entries(EDGES)) {
      const text = cells[name as keyof typeof EDGES];
      const isName = name === 'name';
      // The first cell names its row.
      const options: object = scope ? { scope } : isName ? { scope: 'Row' } : {};
      const content = () => draw(text || ' ', PAGE.left, at, { ...style, ...(!isName && { endsAt: edge }) });
      row.add(doc.struct(scope || isName ? 'TH' : 'TD', options, content));
    }
    row.end();
    y = at + leading(style) + 4;
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
    const rows = [''];
    for (const word of text.split(' ')) {
      const longer = [rows.at(-1), word].filter(Boolean).join(' ');
      if (rows.at(-1) && widthOf(longer, style) > PAGE.right - PAGE.left) rows.push(word);
      else rows[rows.length - 1] = longer;
    }
    return rows;
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

/** 0.255 → `25.5 %`. */
const percentOf = (rate: Micros): string => `${Number(formatMoney(rate * 100))} %`;

function statusOf({ state, total, vat, vat_number, country }: BillRow): string {
  // Directive 2006/112/EC, article 226 (11a).
  const reverse =
    vat === 0 && vat_number !== null && country !== null ? ' Reverse charge: VAT is due by the customer.' : '';
  switch (state) {
    case 'PAID':
      return `Paid. Thank you.${reverse}`;
    case 'WAIVED':
      return `${total === 0 ? 'Nothing is to be paid.' : 'Too small to be collected: nothing is to be paid.'}${reverse}`;
    case 'OPEN':
      return `To be paid: USD ${formatMoney(total)}.${reverse}`;
    default:
      return state satisfies never;
  }
}
