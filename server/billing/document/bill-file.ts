import type { Context } from '../../core/context.ts';
import { invariant } from '../../core/errors.ts';
import type { Locale } from '../../mail/locale.ts';
import type { DrawDocument } from '../../mail/mail.service.ts';
import { toBill } from '../bill/bill-amounts.ts';
import { type Bill, findBillById } from '../ledger/bill.repository.ts';

/** A bill as a PDF. Drawing it needs a large library, which startup should not load. */
export async function billFile(
  { deps }: Context,
  stored: Bill,
  locale: Locale,
): Promise<{ pdf: Buffer; file_name: string }> {
  const bill = toBill(stored, deps.config.seller);
  const { billPdf, fileNameOf } = await import('./bill-document.ts');
  return { pdf: await billPdf(bill, locale), file_name: fileNameOf(bill) };
}

/** Draws the documents that emails refer to. */
export const drawDocument =
  (ctx: Context): DrawDocument =>
  async ({ id, locale }) => {
    const bill = await findBillById(ctx.db, id);
    invariant(bill, 'bills are never deleted');
    return billFile(ctx, bill, locale);
  };
