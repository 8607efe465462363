import type { Deps } from '../core/deps.ts';
import { NotFound } from '../core/errors.ts';
import { getSessionByToken, type Session } from '../sessions/session.service.ts';

/** The token of a customer's session reads no data here. */
export async function getDemoSession(deps: Deps, token: string): Promise<Session> {
  const { session } = await getSessionByToken(deps, token);
  if (session.demo !== 1) throw new NotFound('No session found for this token');
  return session;
}
