import { invoiceTexts } from '../../../openapi/facts/invoice-texts.ts';
import type { BillCreditNote, CustomerBill } from '../../generated/operations.gen.ts';
import type { Locale } from '../../mail/locale.ts';
import { referenceOf } from './bill-document.ts';
import { addRule, addText, finishPage, QUIET } from './pdf-page.ts';
import {
  addFacts,
  addHead,
  addParties,
  addRow,
  addSums,
  addVatRule,
  beginTable,
  countOf,
  createSheet,
  dayOf,
  moneyOf,
  periodOf,
  type Sheet,
  vatOf,
} from './sheet.ts';

export const creditNoteFileName = ({ number }: BillCreditNote): string => `sigill-${number.toLowerCase()}.pdf`;

export function creditNotePdf(note: BillCreditNote, bill: CustomerBill, locale: Locale): Promise<Buffer> {
  const { number, created, effect } = note;
  const seller = bill.seller!;
  const title = `${invoiceTexts[locale].credit_note} ${number}`;
  const sheet = createSheet({ title, seller, created, locale, seed: number });
  const { texts } = sheet;
  addHead(sheet, { seller, title });
  addParties(sheet, { seller, buyer: bill.buyer ?? { address: [] } });
  addNoteFacts(sheet, note, bill);
  addAmounts(sheet, note, bill);
  sheet.y += 20;
  addText(sheet, 'P', texts[effect]);
  addVatRule(sheet, bill);
  addText(sheet, 'P', texts.prices, { color: QUIET });
  return finishPage(sheet);
}

function addNoteFacts(sheet: Sheet, { number, created, reason }: BillCreditNote, bill: CustomerBill): void {
  const { texts } = sheet;
  const order = bill.buyer?.purchase_order;
  addFacts(
    sheet,
    [
      [texts.credit_note_number, [number]],
      [texts.issued, [dayOf(sheet, created)]],
      [texts.reason, [reason]],
    ],
    [
      [texts.for_invoice, [`${referenceOf(bill)}, ${dayOf(sheet, bill.created)}`]],
      [texts.cycle, [periodOf(sheet, bill.cycle_start, bill.cycle_end)]],
      [texts.order, order ? [order] : []],
    ],
  );
}

function addAmounts(sheet: Sheet, { subtotal, vat, total }: BillCreditNote, bill: CustomerBill): void {
  const { texts } = sheet;
  const { table } = beginTable(sheet);
  const amount = moneyOf(sheet, subtotal);
  const name = `${texts.credit} ${referenceOf(bill)}`;
  addRow(sheet, table, { name, quantity: countOf(sheet, 1), unit_price: amount, total: amount });
  addRule(sheet);
  addSums(sheet, table, [
    { name: texts.subtotal, amount: subtotal },
    ...(bill.vat_category ? [{ name: vatOf(sheet, bill), amount: vat }] : []),
    { name: texts.total_credited, amount: total, strong: true },
  ]);
  table.end();
}
