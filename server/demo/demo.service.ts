import type { OutsideContext } from '../core/context.ts';
import { NotFound } from '../core/errors.ts';
import { getSessionByToken, type Session } from '../sessions/session/session.service.ts';

/** Only tokens of demo sessions are accepted, so that the token of a customer's session does not show its data here. */
export async function getDemoSession(ctx: OutsideContext, token: string): Promise<Session> {
  const { session } = await getSessionByToken(ctx, token);
  if (session.demo !== 1) throw new NotFound('No session found for this token');
  return session;
}
