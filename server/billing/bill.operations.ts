import type { HandlersOf } from '../http/handlers.ts';
import { getSelf } from '../users/user.service.ts';
import { getBill, listBills } from './bill/bill.service.ts';
import { toBill } from './bill/bill-amounts.ts';
import { exportBills, exportUsage } from './bill/bill-export.service.ts';
import { creditNotesOf, getCreditNote } from './bill/credit-note.service.ts';
import { billDrawing, creditNoteDrawing } from './document/bill-drawing.ts';
import { payBill } from './payment/bill-pay.service.ts';

export const billOperations: HandlersOf<'bill'> = {
  async 'bill.get'(ctx, body) {
    const bill = await getBill(ctx, body);
    return { ...toBill(bill, ctx.deps.config.seller), ...(await creditNotesOf(ctx, bill)) };
  },
  'bill.list': (ctx, body) => listBills(ctx, body),
  'bill.pay': (ctx, body) => payBill(ctx, body),

  'bill.usage': (ctx, body) => exportUsage(ctx, body),
  'bill.export': (ctx, body) => exportBills(ctx, body),
  async 'bill.pdf'(ctx, { id, credit_note_id, locale }) {
    using place = ctx.deps.documents.reserve(ctx);
    const bill = await getBill(ctx, { id });
    const language = locale ?? (await getSelf(ctx)).locale;
    const note = credit_note_id === undefined ? undefined : await getCreditNote(ctx, bill, credit_note_id);
    const drawing = note ? creditNoteDrawing(ctx, { note, bill }, language) : billDrawing(ctx, bill, language);
    return place.draw(drawing);
  },
};
