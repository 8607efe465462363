import type { HandlersOf } from '../http/handlers.ts';
import { getBill, listBills } from './bill.service.ts';
import { toBill } from './bill.view.ts';
import { billFileName, billPdf } from './bill-document.ts';

export const billOperations = {
  async 'bill.get'(ctx, body) {
    return toBill(await getBill(ctx, body));
  },

  'bill.list': (ctx, body) => listBills(ctx, body),

  async 'bill.pdf'(ctx, body) {
    const bill = await getBill(ctx, body);
    const pdf = await billPdf(bill, ctx.deps.config.seller);
    return { pdf: pdf.toString('base64'), file_name: billFileName(bill) };
  },
} satisfies HandlersOf<'bill'>;
