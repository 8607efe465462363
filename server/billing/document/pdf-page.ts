/** Pages of a PDF. Screen readers read the elements in the order in which they were added. */
import PDFDocument from 'pdfkit';
import { colours } from '../../../openapi/facts/colours.ts';
import { band } from '../../../openapi/facts/guilloche-curves.ts';
import { breakLines } from './line-breaks.ts';
import { type Face, fontOf, forgetGlyphs, lettersOf, runsOf } from './print-fonts.ts';

const SHEET = { width: 595.28, height: 841.89 };
/** The top margin leaves room for the guilloche. */
export const EDGES = { left: 56, right: 539, top: 76, bottom: SHEET.height - 60 };
const SECOND_COLUMN = 310;
const GAP = 24;

export interface Page {
  doc: PDFKit.PDFDocument;
  root: PDFKit.PDFStructureElement;
  y: number;
  /** The seed of the lines at the top edge. The site draws the same lines. */
  seed: string;
  /** Drawn at the top of further pages. */
  continued: string;
}

export interface Column {
  from: number;
  to: number;
}

const WHOLE_WIDTH: Column = { from: EDGES.left, to: EDGES.right };

interface NewPage extends Pick<Page, 'seed' | 'continued'> {
  title: string;
  author: string;
  created: Date;
  locale: string;
}

export function createPage({ title, author, created, locale, seed, continued }: NewPage): Page {
  forgetGlyphs();
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    // The package's types lag behind its code.
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: locale,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: created, ModDate: created },
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  const page = { doc, root, y: EDGES.top, seed, continued };
  drawEdge(page);
  return page;
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

/** Continues on a new page if less than this height is left. @returns whether it did. */
export function reserve(page: Page, height: number): boolean {
  if (page.y + height <= EDGES.bottom) return false;
  page.doc.addPage();
  drawEdge(page);
  page.y = EDGES.top - 20;
  decorate(page, () => drawText(page.doc, page.continued, EDGES.left, page.y, QUIET_HEAD));
  page.y += 28;
  return true;
}

/** Draws something that screen readers skip. */
export function decorate({ doc }: Page, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

function drawEdge(page: Page): void {
  const { doc } = page;
  decorate(page, () => {
    doc.save().translate(0, 24).scale(0.6);
    for (const wave of band(page.seed, 1020, 60)) doc.path(wave).lineWidth(0.7).strokeOpacity(0.55).stroke(ACCENT);
    doc.restore().strokeOpacity(1);
  });
}

/** Adds a paragraph or a heading; `tag` is its role in the structure of the document (ISO 32000-1, 14.8.4). */
export function addText(page: Page, tag: string, text: string, style: Style & Partial<Column> = {}): void {
  const { doc, root } = page;
  const { from, to } = { ...WHOLE_WIDTH, ...style };
  const lines = linesOf(doc, text, style, to - from);
  reserve(page, lines.length * leading(style));
  const { y } = page;
  root.add(
    doc.struct(tag, {}, () => {
      for (const [index, line] of lines.entries()) drawText(doc, line, from, y + index * leading(style), style);
    }),
  );
  page.y = y + lines.length * leading(style);
}

export function linesOf(doc: PDFKit.PDFDocument, text: string, style: Style, width: number): string[] {
  const { size = 10, face = 'text' } = style;
  return breakLines(lettersOf(text, face), width / size, (line) => widthOf(doc, line, style) / size);
}

export function addRule(page: Page, color: string = colours.hairline.light): void {
  const { doc } = page;
  const y = page.y + 2;
  decorate(page, () => doc.moveTo(EDGES.left, y).lineTo(EDGES.right, y).lineWidth(0.6).stroke(color));
  page.y = y + 8;
}

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
export const ACCENT = colours.accent.light;

export interface Style {
  size?: number;
  color?: string;
  face?: Face;
  endsAt?: number;
}

export const QUIET_HEAD: Style = { size: 8.5, color: QUIET };

export const leading = ({ size = 10 }: Style) => size * 1.5;

/** Draws one line of text that starts at `x`, or ends at the style's right edge. */
export function drawText(doc: PDFKit.PDFDocument, text: string, x: number, y: number, style: Style): void {
  const { size = 10, color = INK, face = 'text' } = style;
  let at = style.endsAt === undefined ? x : style.endsAt - widthOf(doc, text, style);
  for (const { font, run } of runsOf(text, face)) {
    useFont(doc, font, size).fillColor(color);
    // Aligned at the baseline, because the font files of one line differ in height.
    doc.text(run, at, y + size, { lineBreak: false, baseline: 'alphabetic' });
    at += doc.widthOfString(run);
  }
}

const widthOf = (doc: PDFKit.PDFDocument, text: string, { size = 10, face = 'text' }: Style): number =>
  runsOf(text, face).reduce((sum, { font, run }) => sum + useFont(doc, font, size).widthOfString(run), 0);

const useFont = (doc: PDFKit.PDFDocument, name: string, size: number): PDFKit.PDFDocument =>
  // The package also takes fonts of fontkit, which its types do not say yet.
  doc.font(fontOf(name) as unknown as Buffer, name, size);
