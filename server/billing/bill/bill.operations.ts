import type { HandlersOf } from '../../http/handlers.ts';
import { billFile } from '../document/bill-file.ts';
import { payBill } from '../payment/pay-bill.service.ts';
import { getSelf } from '../../users/user.service.ts';
import { getBill, listBills } from './bill.service.ts';
import { toBill } from './bill-amounts.ts';
import { exportBills, exportUsage } from './bill-export.service.ts';

export const billOperations: HandlersOf<'bill'> = {
  'bill.get': async (ctx, body) => toBill(await getBill(ctx, body), ctx.deps.config.seller),
  'bill.list': (ctx, body) => listBills(ctx, body),
  'bill.pay': (ctx, body) => payBill(ctx, body),

  'bill.usage': (ctx, body) => exportUsage(ctx, body),
  'bill.export': (ctx, body) => exportBills(ctx, body),
  'bill.pdf': async (ctx, { id, locale }) =>
    billFile(ctx, await getBill(ctx, { id }), locale ?? (await getSelf(ctx)).locale),
};
