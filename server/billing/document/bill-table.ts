/** The lines of a bill and their totals, as a table in its PDF. */
import { type Bill, billLines } from '../ledger/bill.repository.ts';
import type { Micros } from '../terms/money.ts';
import { counts, percentOf, usd } from './bill-text.ts';
import { addRule, EDGES, type Page } from './pdf-page.ts';
import { drawText, INK, leading, QUIET_HEAD, type Style } from './pdf-text.ts';

/** The right edges of the columns, and the left edge of the first. */
const COLUMNS = { name: EDGES.left, quantity: 350, unit_price: 445, total: EDGES.right };

type Cells = Record<keyof typeof COLUMNS, string>;

interface RowOptions {
  style?: Style;
  /** A row of column headers. */
  isHeader?: boolean;
  /** A smaller line below the first cell. */
  below?: string;
  /** The right edge of the first cell, if it is right-aligned. */
  nameEndsAt?: number;
}

export function addBillTable(page: Page, bill: Bill): void {
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
