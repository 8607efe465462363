/** Renders a bill as a PDF: tagged for screen readers (ISO 14289-1, PDF/UA), with embedded fonts. The site shows the same sheet. */
import { colours } from '../../../openapi/facts/colours.ts';
import { invoiceTexts, isDeduction, lineTexts } from '../../../openapi/facts/invoice-texts.ts';
import { chipPad, sealRing } from '../../../openapi/facts/seal-shape.ts';
import type { CustomerBill } from '../../generated/operations.gen.ts';
import type { Locale } from '../../mail/locale.ts';
import { formatMoney, parseMoney } from '../terms/money.ts';
import {
  ACCENT,
  addColumns,
  addRule,
  addText,
  createPage,
  decorate,
  drawText,
  EDGES,
  finishPage,
  INK,
  leading,
  linesOf,
  type Page,
  QUIET,
  QUIET_HEAD,
  reserve,
  type Style,
} from './pdf-page.ts';

const SEAL = 30;
const MONO: Style = { face: 'mono', size: 9 };

interface Sheet extends Page {
  bill: CustomerBill;
  locale: Locale;
  texts: (typeof invoiceTexts)[Locale];
}

export const fileNameOf = ({ number, cycle_end }: CustomerBill): string =>
  `sigill-${number?.toLowerCase() ?? cycle_end}.pdf`;

export function billPdf(bill: CustomerBill, locale: Locale): Promise<Buffer> {
  const texts = invoiceTexts[locale];
  const { name } = bill.seller!;
  const title = `${texts.invoice} ${bill.number ?? bill.id}`;
  const page = createPage({
    title: `${name}: ${title}`,
    author: name,
    created: new Date(bill.created),
    locale,
    seed: seedOf(bill),
    continued: `${title} · ${texts.continued}`,
  });
  const sheet: Sheet = Object.assign(page, { bill, locale, texts });
  addHead(sheet, title);
  addParties(sheet);
  addFacts(sheet);
  addLines(sheet);
  addNotes(sheet);
  return finishPage(sheet);
}

const seedOf = ({ number, id }: CustomerBill): string => number ?? String(id);

function addHead(sheet: Sheet, title: string): void {
  const { bill, texts } = sheet;
  const { state = 'OPEN' } = bill;
  drawSeal(sheet, { x: EDGES.left, y: sheet.y, size: SEAL });
  sheet.y += 5;
  addText(sheet, 'P', bill.seller!.name, { size: 14, face: 'serif', from: EDGES.left + SEAL + 10 });
  sheet.y += 30;
  const top = sheet.y;
  addText(sheet, 'H1', title, { size: 24, face: 'serif' });
  const below = sheet.y;
  sheet.y = top + 10;
  addText(sheet, 'P', texts[state], { color: state === 'OPEN' ? colours.warning.light : ACCENT, endsAt: EDGES.right });
  sheet.y = below + 16;
}

function addParties(sheet: Sheet): void {
  const { bill, texts } = sheet;
  const seller = bill.seller!;
  const buyer = bill.buyer ?? { address: [] };
  addColumns(
    sheet,
    (column) => {
      addText(sheet, 'H2', texts.from, { ...QUIET_HEAD, ...column });
      addText(sheet, 'P', seller.name, { face: 'bold', ...column });
      addParty(sheet, seller, column);
    },
    (column) => {
      addText(sheet, 'H2', texts.billed_to, { ...QUIET_HEAD, ...column });
      addText(sheet, 'P', buyer.company ?? texts.no_company, { face: 'bold', ...column });
      addParty(sheet, buyer, column);
    },
  );
  sheet.y += 20;
}

type Column = { from: number; to: number };
type Party = { address: string[]; country?: string; vat_number?: string };

function addParty(sheet: Sheet, { address, country, vat_number }: Party, column: Column): void {
  const countries = new Intl.DisplayNames(sheet.locale, { type: 'region' });
  for (const line of address) addText(sheet, 'P', line, column);
  if (country) addText(sheet, 'P', countries.of(country) ?? country, column);
  if (vat_number) addText(sheet, 'P', `${sheet.texts.vat_number} ${vat_number}`, column);
}

/** In two columns, like the parties above: what the invoice is, and how to pay it. */
function addFacts(sheet: Sheet): void {
  const { bill, texts } = sheet;
  const { due, bank_account: bank } = bill;
  const left: Fact[] = [
    [texts.number, [String(bill.number ?? bill.id)]],
    [texts.issued, [dayOf(sheet, bill.created)]],
    [texts.cycle, [periodOf(sheet)]],
  ];
  const right: Fact[] = [
    [texts.due, due ? [dayOf(sheet, due)] : []],
    [
      texts.bank_account,
      bank && due ? [grouped(bank.iban), ...[bank.bic, bank.bank].filter((part) => part !== undefined)] : [],
    ],
    [texts.reference, bank && due ? [String(bill.number ?? bill.id)] : []],
    [texts.order, bill.buyer?.purchase_order ? [bill.buyer.purchase_order] : []],
  ];
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

type Fact = [name: string, lines: string[]];

const grouped = (iban: string): string => iban.replace(/.{4}(?=.)/g, '$& ');

const daysOf = (locale: Locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const dayOf = ({ locale }: Sheet, time: string): string => daysOf(locale).format(new Date(time));
const periodOf = ({ bill, locale }: Sheet): string =>
  daysOf(locale).formatRange(new Date(bill.cycle_start), new Date(bill.cycle_end));

const moneyOf = ({ locale }: Sheet, amount: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    useGrouping: 'always',
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(amount as Intl.StringNumericLiteral);

const countOf = ({ locale }: Sheet, count: number): string =>
  new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(count);

const rateOf = ({ locale }: Sheet, rate: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(
    rate as Intl.StringNumericLiteral,
  );

/** The logo, as on the site: two twelve-lobed rings around the contact pad of a chip. The name beside it has the same meaning. */
function drawSeal(page: Page, { x, y, size }: { x: number; y: number; size: number }): void {
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

/** The right edges of the columns, and the left edge of the first. */
const COLUMNS = { name: EDGES.left, quantity: 350, unit_price: 445, total: EDGES.right };
const NAME_WIDTH = 220;

type Cells = Record<keyof typeof COLUMNS, string>;

interface RowOptions {
  style?: Style;
  isHeader?: boolean;
  /** A smaller line below the first cell. */
  below?: string;
  /** The right edge of the first cell, if it is right-aligned. */
  nameEndsAt?: number;
}

function addLines(sheet: Sheet): void {
  const { bill, texts, doc } = sheet;
  const table = doc.struct('Table');
  sheet.root.add(table);
  const header = { name: texts.item, quantity: texts.quantity, unit_price: texts.unit_price, total: texts.amount };
  addRow(sheet, table, header, { style: QUIET_HEAD, isHeader: true });
  addRule(sheet, INK);
  for (const line of bill.billables) {
    const { name, text } = lineTexts(sheet.locale, line);
    // The header is repeated for the eye; screen readers know it from the first page.
    if (reserve(sheet, 40)) decorate(sheet, () => drawCells(sheet, header, QUIET_HEAD));
    const priced = isDeduction(line)
      ? { quantity: '', unit_price: '' }
      : { quantity: countOf(sheet, line.quantity), unit_price: moneyOf(sheet, line.unit_price) };
    addRow(sheet, table, { name, ...priced, total: moneyOf(sheet, line.total) }, { below: text });
    addRule(sheet);
  }
  addSums(sheet, table);
  table.end();
}

function drawCells(sheet: Sheet, cells: Cells, style: Style): void {
  for (const [column, edge] of Object.entries(COLUMNS))
    drawText(sheet.doc, cells[column as keyof Cells], edge, sheet.y, {
      ...style,
      ...(column !== 'name' && { endsAt: edge }),
    });
  sheet.y += leading(style) + 6;
}

function addSums(sheet: Sheet, table: PDFKit.PDFStructureElement): void {
  const { bill, texts } = sheet;
  const sums = sumsOf(bill, texts, rateOf(sheet, bill.vat_rate));
  reserve(sheet, sums.length * 20 + 10);
  for (const { name, amount, strong } of sums) {
    const cells = { name, quantity: '', unit_price: '', total: moneyOf(sheet, amount) };
    const style: Style = strong ? { face: 'serif', size: 13 } : {};
    addRow(sheet, table, cells, { style, nameEndsAt: COLUMNS.unit_price });
  }
}

/** The total, and what is due where it differs or is still owed. */
function sumsOf(bill: CustomerBill, texts: Sheet['texts'], rate: string) {
  const { subtotal, vat, total, balance = '0.00', amount_due = total } = bill;
  const credited = parseMoney(amount_due) - parseMoney(total) - parseMoney(balance);
  return [
    { name: texts.subtotal, amount: subtotal },
    // Without a country, no rule for VAT is known.
    ...(bill.vat_category ? [{ name: `${texts.vat} ${rate}`, amount: vat }] : []),
    { name: texts.total, amount: total, strong: true },
    ...(parseMoney(balance) === 0 ? [] : [{ name: texts.balance, amount: balance }]),
    ...(credited === 0 ? [] : [{ name: texts.credited, amount: formatMoney(credited) }]),
    ...(bill.state === 'WAIVED'
      ? []
      : [{ name: texts.amount_due, amount: bill.state === 'OPEN' ? amount_due : '0.00', strong: true }]),
  ] as { name: string; amount: string; strong?: boolean }[];
}

function addNotes(sheet: Sheet): void {
  const { bill, texts } = sheet;
  sheet.y += 20;
  if (bill.paid) addText(sheet, 'P', `${texts.PAID}: ${dayOf(sheet, bill.paid)}`);
  if (bill.vat_category === 'REVERSE_CHARGE' || bill.vat_category === 'OUT_OF_SCOPE')
    addText(sheet, 'P', texts[bill.vat_category]);
  addText(sheet, 'P', texts.prices, { color: QUIET });
}

function addRow(sheet: Sheet, table: PDFKit.PDFStructureElement, cells: Cells, options: RowOptions): void {
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
