import { recordAudit } from '../audit/audit.service.ts';
import type { Deps } from '../core/deps.ts';
import { decodeCursor, pageOf } from '../database/page-cursor.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { listSessions } from './session.repository.ts';
import {
  abortSession,
  checkSessionOptions,
  createSession,
  expireDueSessions,
  getSession,
  redactSession,
} from './session.service.ts';
import { viewListItem, viewSession } from './session.view.ts';

const DEFAULT_PAGE = 20;

export const sessionOperations = (deps: Deps) =>
  ({
    async 'session.create'({ principal, body, transaction }) {
      await checkSessionOptions(deps, body);
      return transaction(async (trx) => {
        const session = await createSession(trx, deps, principal.merchant_id, body);
        return { ...session, open_url: `${deps.config.public_url}/open?token=${session.token}` };
      });
    },

    async 'session.get'({ principal, body }) {
      return viewSession(deps.db, deps.sealer, await getSession(deps, principal.merchant_id, body.id));
    },

    async 'session.state'({ principal, body }) {
      const { state } = await getSession(deps, principal.merchant_id, body.id);
      return { state };
    },

    async 'session.list'({ principal, body }) {
      const { cursor, limit = DEFAULT_PAGE, state, reference } = body;
      const after = cursor === undefined ? undefined : decodeCursor(cursor, 'number');
      await expireDueSessions(deps);
      const found = await listSessions(deps.db, { merchant_id: principal.merchant_id, limit, after, state, reference });
      const { rows, next_cursor } = pageOf(found, limit);
      return { sessions: rows.map(viewListItem), ...(next_cursor && { next_cursor }) };
    },

    async 'session.abort'({ principal, body, transaction }) {
      const session = await getSession(deps, principal.merchant_id, body.id);
      const state = await transaction(async (trx) => ({ state: await abortSession(trx, deps, session) }));
      deps.wake('callbacks');
      return state;
    },

    async 'session.redact'({ principal, body, request, transaction }) {
      const { merchant_id, user_id } = principal;
      const session = await getSession(deps, merchant_id, body.id);
      const answer = await transaction(async (trx) => {
        const redacted = await redactSession(trx, deps, session);
        await recordAudit(trx, deps, {
          merchant_id,
          user_id,
          action: 'session.redact',
          target: session.id,
          request_id: request.id,
        });
        return viewSession(trx, deps.sealer, redacted);
      });
      // What was deleted must leave the write-ahead log too.
      deps.wake('purge');
      return answer;
    },
  }) satisfies HandlersOf<'session'>;
