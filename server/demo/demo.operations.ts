/** Demo sessions: public, for specimen documents, never billed and without callbacks. */
import type { OutsideContext } from '../core/context.ts';
import { NotFound } from '../core/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { checkFaces, createDemoSession, getSessionByToken, type Session } from '../sessions/session/session.service.ts';
import { viewSession } from '../sessions/session/session.view.ts';

export const demoOperations: HandlersOf<'demo'> = {
  async 'demo.create'(ctx, body) {
    checkFaces(ctx, body, ctx.deps.faces.demo);
    return ctx.transaction(async (ctx) => {
      const { id, token } = await createDemoSession(ctx, body);
      return { id, token };
    });
  },

  async 'demo.get'(ctx, body) {
    return viewSession(ctx, await getDemoSession(ctx, body.token));
  },

  async 'demo.state'(ctx, body) {
    const { state } = await getDemoSession(ctx, body.token);
    return { state };
  },
};

/** Accepts only tokens of demo sessions, so that a customer's session token does not reveal its data here. */
async function getDemoSession(ctx: OutsideContext, token: string): Promise<Session> {
  const { session } = await getSessionByToken(ctx, token);
  if (session.demo !== 1) throw new NotFound('No session found for this token');
  return session;
}
