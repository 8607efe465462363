/**
 * Test events: what a session would report, sent once to any address that callbacks may be sent to. The account sees only the
 * response's status, time and media type. It does not see the body, because the address may belong to a host that responds only
 * to this service.
 */
import type { Caller, OutsideContext } from '../core/context.ts';
import { randomId } from '../database/random-id.ts';
import { type CallbackEvent, failureReasons, type Operations } from '../generated/operations.gen.ts';
import { type Throttle, takeAttempt } from '../throttling/throttle.service.ts';
import { callbackEvent } from './callback-event.ts';
import { listSigningSecrets } from './callback-secret.service.ts';
import { connectOnce } from './connections.ts';
import { describeFailure, send } from './send.ts';
import { checkCallbackUrl, resolveHost } from './target.ts';
import { signatureHeaders } from './webhook-signature.ts';

type Change = Pick<CallbackEvent['data'], 'state' | 'previous_state'> & { failure_code?: keyof typeof failureReasons };

const CHANGES = {
  INITIATED: { state: 'INITIATED', previous_state: 'CREATED' },
  COMPLETED: { state: 'COMPLETED', previous_state: 'INITIATED' },
  APPROVED: { state: 'APPROVED', previous_state: 'COMPLETED' },
  REJECTED: { state: 'REJECTED', previous_state: 'COMPLETED', failure_code: 'dg_hash_mismatch' },
  FAILED: { state: 'FAILED', previous_state: 'INITIATED', failure_code: 'session_expired' },
  ABORTED: { state: 'ABORTED', previous_state: 'CREATED' },
} as const satisfies Record<string, Change>;

type ReportedState = keyof typeof CHANGES;

const throttle = (merchant_id: number): Throttle => ({
  subject: `test callbacks of ${merchant_id}`,
  limit: 20,
  window_seconds: 600,
});

type TestOutcome = Operations['callback.test']['response'];

/** @throws BadRequest for an address that callbacks may not be sent to, TooManyRequests */
export async function sendTest(
  ctx: OutsideContext & Caller,
  { url, state }: { url: string; state: ReportedState },
): Promise<TestOutcome> {
  const { config, clock } = ctx.deps;
  await takeAttempt(ctx, [throttle(ctx.principal.merchant_id)]);
  await checkCallbackUrl(url, config.mode, undefined, 'url');
  const now = clock.now();
  const { id, payload } = testEvent(now, state, config);
  const headers = signatureHeaders(await listSigningSecrets(ctx), id, now, payload);
  const began = performance.now();
  const outcome = await tryOnce({ url, headers: { ...headers }, body: payload }, config.mode);
  return { sent: { headers, body: payload }, duration_ms: Math.round(performance.now() - began), ...outcome };
}

async function tryOnce(
  message: Parameters<typeof send>[0],
  mode: Parameters<typeof send>[1]['mode'],
): Promise<Pick<TestOutcome, 'status_code' | 'content_type' | 'error'>> {
  try {
    const { retry_after: _, ...reply } = await send(message, {
      mode,
      connect: connectOnce(mode, resolveHost),
      stop: new AbortController().signal,
    });
    return reply;
  } catch (error) {
    return { error: describeFailure(error) };
  }
}

const testEvent = (now: Date, state: ReportedState, { public_url }: { public_url: string }) =>
  callbackEvent(now, { type: 'session.state_changed', test: true, data: dataOf(CHANGES[state], public_url) });

/** The session does not exist: its id is random each time. */
const dataOf = ({ failure_code, ...change }: Change, public_url: string): CallbackEvent['data'] => ({
  id: randomId(),
  ...change,
  reference: 'test',
  ...(failure_code && {
    failure: {
      code: failure_code,
      ...failureReasons[failure_code],
      help_url: `${public_url}/failure-guide#${failure_code}`,
    },
  }),
});
