import { audit } from '../audit/audit.service.ts';
import type { Acting, Context } from '../core/context.ts';
import type { CallbackDelivery, CallbackEvent, CallbackMessage } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { type Callback, listAttempts } from './callback.repository.ts';
import { getCallback, listCallbacks, resendCallback } from './callback.service.ts';
import { getHealth } from './callback-health.service.ts';
import { getSigningSecret, listSigningSecrets, rotateSigningSecret } from './callback-secret.service.ts';
import { sendTest } from './callback-test.service.ts';
import { listen } from './listen.service.ts';
import { signatureHeaders } from './webhook-signature.ts';

export const callbackOperations = {
  async 'callback.list'(ctx, body) {
    const { rows, ...next } = await listCallbacks(ctx, body);
    return { callbacks: rows.map(viewDelivery), ...next };
  },

  async 'callback.get'(ctx, body) {
    const callback = await getCallback(ctx, body);
    const attempts = await listAttempts(ctx.db, callback.id);
    return {
      ...viewDelivery(callback),
      payload: JSON.parse(callback.payload) as CallbackEvent,
      ...(await viewMessage(ctx, callback, attempts.at(-1))),
      attempt_list: attempts.map(({ number, created, duration_ms, status_code, error }) => ({
        number,
        created,
        duration_ms,
        ...(status_code !== null && { status_code }),
        ...(error !== null && { error }),
      })),
    };
  },

  async 'callback.resend'(ctx, body) {
    return ctx.transaction(async (ctx) => {
      const callback = await resendCallback(ctx, body);
      // A backend resends as a matter of course; a person is asked who it was.
      if (ctx.principal.scheme === 'accessToken') await audit(ctx, 'callback.resend', callback.session_id);
      return viewDelivery(callback);
    });
  },

  'callback.health': (ctx) => getHealth(ctx),

  async 'callback.test'(ctx, body) {
    const outcome = await sendTest(ctx, body);
    return ctx.transaction(async (ctx) => {
      await audit(ctx, 'callback.test');
      return outcome;
    });
  },

  'callback.listen': (ctx, body) => listen(ctx, body, ctx.onHangUp),

  async 'callback.secret'(ctx) {
    return getSigningSecret(ctx);
  },

  async 'callback.rotate_secret'(ctx) {
    return ctx.transaction(async (ctx) => {
      const secret = await rotateSigningSecret(ctx);
      await audit(ctx, 'callback.rotate_secret');
      return secret;
    });
  },
} satisfies HandlersOf<'callback'>;

/** What an attempt sent. Its headers are not stored: they follow from its time, as long as the secret is the same. */
async function viewMessage(
  ctx: Context & Acting,
  { id, payload }: Callback,
  attempt: { created: string } | undefined,
): Promise<{ message?: CallbackMessage }> {
  if (!attempt) return {};
  const headers = signatureHeaders(await listSigningSecrets(ctx), id, new Date(attempt.created), payload);
  return { message: { headers, body: payload } };
}

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
