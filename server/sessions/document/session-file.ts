import { getAccount } from '../../billing/account/billing.service.ts';
import type { Acting, Context } from '../../core/context.ts';
import type { Locale } from '../../mail/locale.ts';
import type { Session } from '../session/session.repository.ts';
import { viewSession } from '../session/session.view.ts';

/** Drawing a PDF needs a large library, which startup should not load. */
export async function sessionFile(
  ctx: Context & Acting,
  session: Session,
  locale: Locale,
): Promise<{ pdf: Buffer; file_name: string }> {
  const { sessionPdf } = await import('./session-document.ts');
  const shown = await viewSession(ctx, session);
  const { company } = await getAccount(ctx, ctx.principal.merchant_id);
  const pdf = await sessionPdf({ session: shown, requester: company ?? undefined, locale, now: ctx.deps.clock.now() });
  return { pdf, file_name: `sigill-session-${session.id}.pdf` };
}
