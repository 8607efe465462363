import type { OutsideContext } from '../core/context.ts';
import { NotFound } from '../core/errors.ts';
import { getSessionByToken, type Session } from '../sessions/session/session.service.ts';

/** Accepts only tokens of demo sessions, so that a customer's session token does not reveal its data here. */
export async function getDemoSession(ctx: OutsideContext, token: string): Promise<Session> {
  const { session } = await getSessionByToken(ctx, token);
  if (session.demo !== 1) throw new NotFound('No session found for this token');
  return session;
}
