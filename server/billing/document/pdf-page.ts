/** One page of a tagged PDF, filled from top to bottom. Screen readers meet its elements in the order in which they are added. */
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { colours } from '../../../openapi/facts/colours.ts';
import { wrapWords } from '../../core/wrap-words.ts';

export const EDGES = { left: 56, right: 539, top: 56 };
/** The left edge of the second column, and the gap before it. */
const SECOND_COLUMN = 380;
const GAP = 24;

export interface Page {
  doc: PDFKit.PDFDocument;
  root: PDFKit.PDFStructureElement;
  /** Where the next element starts. */
  y: number;
}

interface Column {
  from: number;
  to: number;
}

const WHOLE_WIDTH: Column = { from: EDGES.left, to: EDGES.right };

export function createPage({ title, author, created }: { title: string; author: string; created: Date }): Page {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: EDGES.top, bottom: 0, left: EDGES.left, right: 0 },
    pdfVersion: '1.7',
    // The package's types lag behind its code.
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: created, ModDate: created },
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  return { doc, root, y: EDGES.top };
}

export function finishPage({ doc, root }: Page): Promise<Buffer> {
  root.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
      .end();
  });
}

/** Adds a paragraph or a heading; `tag` is its role in the structure of the document (ISO 32000-1, 14.8.4). */
export function addText(page: Page, tag: string, text: string, style: Style & Partial<Column> = {}): void {
  const { doc, root, y } = page;
  const { from, to } = { ...WHOLE_WIDTH, ...style };
  const lines = wrapWords(text, (line) => widthOf(doc, line, style) <= to - from);
  root.add(
    doc.struct(tag, {}, () => {
      for (const [index, line] of lines.entries()) drawText(doc, line, from, y + index * leading(style), style);
    }),
  );
  page.y = y + lines.length * leading(style);
}

/** Draws a line across the page. Screen readers skip it. */
export function addRule(page: Page, color: string = colours.hairline.light): void {
  const { doc } = page;
  const y = page.y + 2;
  doc.markContent('Artifact', { type: 'Layout' });
  doc.moveTo(EDGES.left, y).lineTo(EDGES.right, y).lineWidth(0.6).stroke(color);
  doc.endMarkedContent();
  page.y = y + 8;
}

/** Adds two columns that start at the same height. What follows starts below the longer one. */
export function addColumns(page: Page, first: (column: Column) => void, second: (column: Column) => void): void {
  const top = page.y;
  first({ from: EDGES.left, to: SECOND_COLUMN - GAP });
  const firstEnd = page.y;
  page.y = top;
  second({ from: SECOND_COLUMN, to: EDGES.right });
  page.y = Math.max(firstEnd, page.y);
}

export const INK = colours.ink.light;
export const QUIET = colours.muted.light;

/** Inter, split by character set. Each character is drawn with the file that contains it. */
const FONTS = {
  'latin-ext': /[\u0100-\u02ba\u02bd-\u02c5\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0]/,
  greek: /[\u0370-\u03ff]/,
  cyrillic: /[\u0400-\u045f\u0490\u0491\u2116]/,
  latin: /[\u0020-\u00ff\u0131\u0152\u0153\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122\u2212]/,
} as const;

export interface Style {
  size?: number;
  color?: string;
  bold?: boolean;
  /** The right edge to align with. */
  endsAt?: number;
}

export const QUIET_HEAD: Style = { size: 8.5, color: QUIET };

export const leading = ({ size = 10 }: Style) => size * 1.5;

/** Draws one line of text that starts at `x`, or ends at the style's right edge. */
export function drawText(doc: PDFKit.PDFDocument, text: string, x: number, y: number, style: Style): void {
  let at = style.endsAt === undefined ? x : style.endsAt - widthOf(doc, text, style);
  for (const { font, part } of partsOf(text)) {
    useFont(doc, font, style).fillColor(style.color ?? INK);
    doc.text(part, at, y, { lineBreak: false });
    at += doc.widthOfString(part);
  }
}

const widthOf = (doc: PDFKit.PDFDocument, text: string, style: Style): number =>
  partsOf(text).reduce((sum, { font, part }) => sum + useFont(doc, font, style).widthOfString(part), 0);

const useFont = (doc: PDFKit.PDFDocument, name: string, { size = 10, bold }: Style) =>
  doc.font(join(import.meta.dirname, `fonts/inter-${name}-${bold ? 600 : 400}.woff`)).fontSize(size);

/** Splits text where the font file changes. */
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
