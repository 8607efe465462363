import type { HandlersOf } from '../../http/handlers.ts';
import { getBill, listBills } from './bill.service.ts';
import { toBill } from './bill-amounts.ts';

export const billOperations: HandlersOf<'bill'> = {
  'bill.get': async (ctx, body) => toBill(await getBill(ctx, body)),
  'bill.list': (ctx, body) => listBills(ctx, body),

  async 'bill.pdf'(ctx, body) {
    const bill = await getBill(ctx, body);
    // Drawing a PDF needs a large library, which startup should not load.
    const { billPdf } = await import('../document/bill-document.ts');
    const pdf = await billPdf(bill, ctx.deps.config.seller);
    return { pdf, file_name: `sigill-bill-${bill.cycle_end}.pdf` };
  },
};
