/** One page of a tagged PDF, filled from top to bottom. Screen readers meet its elements in the order in which they are added. */
import PDFDocument from 'pdfkit';
import { colours } from '../../../openapi/facts/colours.ts';
import { drawText, leading, type Style, wrapped } from './pdf-text.ts';

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

/** The left and right edge of a column. */
export interface Column {
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
  const lines = wrapped(doc, text, to - from, style);
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
