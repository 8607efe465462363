import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { getBill, listCustomerBills, toBill } from './bill.service.ts';
import { billFileName, billPdf } from './bill-document.ts';

export const billOperations = (deps: Deps) =>
  ({
    async 'bill.get'({ principal }, body) {
      return toBill(await getBill(deps.db, principal.merchant_id, body.id));
    },

    'bill.list': (ctx, body) => listCustomerBills(ctx, body),

    async 'bill.pdf'({ principal }, body) {
      const bill = await getBill(deps.db, principal.merchant_id, body.id);
      const pdf = await billPdf(bill, deps.config.seller);
      return { pdf: pdf.toString('base64'), file_name: billFileName(bill) };
    },
  }) satisfies HandlersOf<'bill'>;
