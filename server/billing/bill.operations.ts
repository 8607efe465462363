import type { Caller, Context } from '../core/context.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { getSelf } from '../users/user.service.ts';
import { getBill, listBills } from './bill/bill.service.ts';
import { toBill } from './bill/bill-amounts.ts';
import { exportBills, exportUsage } from './bill/bill-export.service.ts';
import { creditNotesOf, getCreditNote } from './bill/credit-note.service.ts';
import { billFile } from './document/bill-file.ts';
import type { Bill } from './ledger/bill.repository.ts';
import { payBill } from './payment/pay-bill.service.ts';

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
    const bill = await getBill(ctx, { id });
    const language = locale ?? (await getSelf(ctx)).locale;
    if (credit_note_id !== undefined) return creditNoteFile(ctx, bill, credit_note_id);
    return billFile(ctx, bill, language);
  },
};

async function creditNoteFile(ctx: Context & Caller, bill: Bill, id: number) {
  const note = await getCreditNote(ctx, bill, id);
  const { creditNotePdf } = await import('./document/credit-note-document.ts');
  const pdf = await creditNotePdf(note, bill, ctx.deps.config.seller);
  return { pdf, file_name: `sigill-${note.number.toLowerCase()}.pdf` };
}
