/** Demo sessions: public, for specimen documents, never billed and without callbacks. */
import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { checkSessionOptions, createDemoSession } from '../sessions/session.service.ts';
import { viewSession } from '../sessions/session.view.ts';
import { getDemoSession } from './demo.service.ts';

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
