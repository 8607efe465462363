import { getAccount } from '../../billing/account/billing.service.ts';
import type { Acting, Context } from '../../core/context.ts';
import type { Drawing } from '../../drawing/document-drawer.ts';
import type { Locale } from '../../mail/locale.ts';
import type { Session } from '../session/session.repository.ts';
import { viewSession } from '../session/session.view.ts';

export async function sessionDrawing(ctx: Context & Acting, shown: Session, locale: Locale): Promise<Drawing> {
  const session = await viewSession(ctx, shown);
  const { company } = await getAccount(ctx, ctx.principal.merchant_id);
  return { kind: 'session', session, requester: company ?? undefined, locale, now: ctx.deps.clock.now() };
}
