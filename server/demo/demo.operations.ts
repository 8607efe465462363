/** Demo sessions: public, for specimen documents, never billed and without callbacks. */
import type { Deps } from '../core/deps.ts';
import { NotFound } from '../core/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import type { Session } from '../sessions/session.repository.ts';
import { checkSessionOptions, createDemoSession, getSessionByToken } from '../sessions/session.service.ts';
import { viewSession } from '../sessions/session.view.ts';

export const demoOperations = (deps: Deps) =>
  ({
    async 'demo.create'({ body, transaction }) {
      await checkSessionOptions(deps, body, deps.faces.demo);
      return transaction(async (trx) => {
        const { id, token } = await createDemoSession(trx, deps, body);
        return { id, token };
      });
    },

    async 'demo.get'({ body }) {
      return viewSession(deps.db, deps.sealer, await getDemoSession(deps, body.token));
    },

    async 'demo.state'({ body }) {
      const { state } = await getDemoSession(deps, body.token);
      return { state };
    },
  }) satisfies HandlersOf<'demo'>;

/** The token of a customer's session reads no data here. */
async function getDemoSession(deps: Deps, token: string): Promise<Session> {
  const { session } = await getSessionByToken(deps, token);
  if (session.demo !== 1) throw new NotFound('No session found for this token');
  return session;
}
