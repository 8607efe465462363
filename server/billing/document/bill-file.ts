import type { Context } from '../../core/context.ts';
import { invariant } from '../../core/errors.ts';
import type { DrawDocument } from '../../mail/mail.service.ts';
import { type Bill, findBillById } from '../ledger/bill.repository.ts';

/** A bill as a PDF. Drawing it needs a large library, which startup should not load. */
export async function billFile({ deps }: Context, bill: Bill): Promise<{ pdf: Buffer; file_name: string }> {
  const { billPdf } = await import('./bill-document.ts');
  return {
    pdf: await billPdf(bill, deps.config.seller),
    file_name: `sigill-${bill.number ?? `bill-${bill.cycle_end}`}.pdf`,
  };
}

/** Draws the documents that emails refer to. */
export const drawDocument =
  (ctx: Context): DrawDocument =>
  async ({ id }) => {
    const bill = await findBillById(ctx.db, id);
    invariant(bill, 'bills are never deleted');
    return billFile(ctx, bill);
  };
