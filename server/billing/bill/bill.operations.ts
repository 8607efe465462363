import type { HandlersOf } from '../../http/handlers.ts';
import { billFile } from '../document/bill-file.ts';
import { payBill } from '../payment/pay-bill.service.ts';
import { getBill, listBills } from './bill.service.ts';
import { toBill } from './bill-amounts.ts';

export const billOperations: HandlersOf<'bill'> = {
  'bill.get': async (ctx, body) => toBill(await getBill(ctx, body)),
  'bill.list': (ctx, body) => listBills(ctx, body),
  'bill.pay': (ctx, body) => payBill(ctx, body),

  'bill.pdf': async (ctx, body) => billFile(ctx, await getBill(ctx, body)),
};
