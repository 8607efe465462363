import { recordAudit } from '../audit/audit.service.ts';
import type { Deps } from '../core/deps.ts';
import { NotFound } from '../core/errors.ts';
import { decodeCursor, pageOf } from '../database/page-cursor.ts';
import type { CallbackDelivery, CallbackEvent } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { type Callback, hasSession, listAttempts, listCallbacks } from './callback.repository.ts';
import { getCallback, resendCallback } from './callback.service.ts';
import { getSigningSecret, rotateSigningSecret } from './signing-secret.service.ts';

const DEFAULT_PAGE = 20;

export const callbackOperations = (deps: Deps) =>
  ({
    async 'callback.list'({ principal, body }) {
      const { cursor, limit = DEFAULT_PAGE, session_id, state } = body;
      const { merchant_id } = principal;
      const after = cursor === undefined ? undefined : decodeCursor(cursor, 'event');
      if (session_id !== undefined && !(await hasSession(deps.db, merchant_id, session_id))) {
        throw new NotFound(`No session found with id: ${session_id}`);
      }
      const { rows, next_cursor } = pageOf(
        await listCallbacks(deps.db, { merchant_id, limit, after, session_id, state }),
        limit,
      );
      return { callbacks: rows.map(viewDelivery), ...(next_cursor && { next_cursor }) };
    },

    async 'callback.get'({ principal, body }) {
      const callback = await getCallback(deps, principal.merchant_id, body.id);
      const attempts = await listAttempts(deps.db, callback.id);
      return {
        ...viewDelivery(callback),
        payload: JSON.parse(callback.payload) as CallbackEvent,
        attempt_list: attempts.map(({ number, created, duration_ms, status_code, error }) => ({
          number,
          created,
          duration_ms,
          ...(status_code !== null && { status_code }),
          ...(error !== null && { error }),
        })),
      };
    },

    async 'callback.resend'({ principal, body, transaction }) {
      const answer = await transaction(async (trx) =>
        viewDelivery(await resendCallback(trx, deps, principal.merchant_id, body.id)),
      );
      deps.wake('callbacks');
      return answer;
    },

    async 'callback.secret'({ principal }) {
      return getSigningSecret(deps.db, deps, principal.merchant_id);
    },

    async 'callback.rotate_secret'({ principal, request, transaction }) {
      const { merchant_id, user_id } = principal;
      return transaction(async (trx) => {
        const secret = await rotateSigningSecret(trx, deps, merchant_id);
        await recordAudit(trx, deps, {
          merchant_id,
          user_id,
          action: 'callback.rotate_secret',
          request_id: request.id,
        });
        return secret;
      });
    },
  }) satisfies HandlersOf<'callback'>;

function viewDelivery(callback: Callback): CallbackDelivery {
  const { id, session_id, url, state, session_state, created, next_attempt, attempts } = callback;
  return {
    id,
    session_id,
    type: 'session.state_changed',
    url,
    state,
    session_state,
    created,
    attempts,
    ...(state === 'PENDING' && next_attempt !== null && { next_attempt }),
  };
}
