import type { Acting, Context } from '../core/context.ts';
import { known } from '../core/known.ts';
import type { CallbackDelivery, CallbackEvent, CallbackMessage, Operations } from '../generated/operations.gen.ts';
import { type Callback, listAttempts } from './callback.repository.ts';
import { listSigningSecrets } from './callback-secret.service.ts';
import { signatureHeaders } from './webhook-signature.ts';

export function viewDelivery(callback: Callback): CallbackDelivery {
  const { id, session_id, url, state, session_state, created, next_attempt, attempts } = callback;
  const type = 'session.state_changed' as const;
  const shown = { id, session_id, type, url, state, session_state, created, attempts };
  return { ...shown, ...(state === 'PENDING' && known({ next_attempt })) };
}

export async function viewCallback(
  ctx: Context & Acting,
  callback: Callback,
): Promise<Operations['callback.get']['response']> {
  const attempts = await listAttempts(ctx.db, callback.id);
  return {
    ...viewDelivery(callback),
    payload: JSON.parse(callback.payload) as CallbackEvent,
    ...(await viewMessage(ctx, callback, attempts.at(-1))),
    attempt_list: attempts.map(({ callback_id: _, status_code, error, ...made }) => ({
      ...made,
      ...known({ status_code, error }),
    })),
  };
}

/** The headers of an attempt are not stored: they can be computed from its time while the secret is the same. */
async function viewMessage(
  ctx: Context & Acting,
  { id, payload }: Callback,
  attempt: { created: string } | undefined,
): Promise<{ message?: CallbackMessage }> {
  if (!attempt) return {};
  const headers = signatureHeaders(await listSigningSecrets(ctx), id, new Date(attempt.created), payload);
  return { message: { headers, body: payload } };
}
