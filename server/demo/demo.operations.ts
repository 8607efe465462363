/** Demo sessions: public, for specimen documents, never billed and without callbacks. */
import type { HandlersOf } from '../http/handlers.ts';
import { checkSessionOptions, createDemoSession } from '../sessions/session/session.service.ts';
import { viewSession } from '../sessions/session/session.view.ts';
import { getDemoSession } from './demo.service.ts';

export const demoOperations = {
  async 'demo.create'(ctx, body) {
    await checkSessionOptions(ctx, body, ctx.deps.faces.demo);
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
} satisfies HandlersOf<'demo'>;
