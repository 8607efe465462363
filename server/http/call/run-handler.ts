/**
 * Runs the handler of a call. With an idempotency key, its response is stored in the transaction of its effect, and a repeated
 * call gets the stored response.
 */
import type { CallOrigin, InTransaction, OutsideContext, Principal, Settling } from '../../core/context.ts';
import { Conflict } from '../../core/errors.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { OperationId } from '../../generated/operations.gen.ts';
import { routes } from '../contract.ts';
import type { Browser, Handlers } from '../handlers.ts';
import type { RateLimiter } from '../limits/rate-limits.ts';
import { type Answer, answerOf } from './answer.ts';
import { browserOf } from './browser-cookie.ts';
import { type Exchange, idempotencyKey, type RoutedExchange } from './exchange.ts';
import {
  AnsweredElsewhere,
  type Idempotency,
  type IdempotentRequest,
  type KeyedCall,
  type StoredAnswer,
} from './idempotency.ts';

interface AnyContext extends OutsideContext, Settling {
  principal: Principal | undefined;
  request: CallOrigin;
  headers: Record<string, string>;
  idempotency_key: string | undefined;
  browser: Browser;
  traceparent: string | undefined;
  onHangUp(left: () => void): () => void;
}
type AnyWork = (ctx: InTransaction<AnyContext>) => Promise<unknown>;
type AnyHandler = (
  ctx: AnyContext & { transaction(work: AnyWork): Promise<unknown> },
  body: unknown,
) => Promise<unknown>;

interface RunnerOptions {
  handlers: Handlers;
  idempotency: Idempotency;
  limiter: RateLimiter;
}

export function createRunner(outside: OutsideContext, { handlers, idempotency, limiter }: RunnerOptions) {
  /** @returns what the handler returns. With a key, the response is in `exchange.stored`. */
  return async (exchange: RoutedExchange): Promise<unknown> => {
    const { operationId, req, body } = exchange;
    const key = routes[operationId].query ? undefined : idempotencyKey(req);
    if (key !== undefined) {
      exchange.stored = await runUnderKey(exchange, { scope: scopeOf(exchange), operationId, key });
      return undefined;
    }
    const ctx = contextOf(outside, exchange, limiter);
    const transaction = (work: AnyWork) => inTransaction(ctx, async (inside) => (await work(inside)) ?? {});
    return handlerOf(operationId)({ ...ctx, transaction }, body);
  };

  async function runUnderKey(exchange: RoutedExchange, call: KeyedCall): Promise<Answer> {
    const identity = idempotency.identify(call, { headers: exchange.required, body: exchange.raw });
    const stored = await idempotency.begin(identity);
    if (stored) return repeat(stored, exchange);
    try {
      return await runOnce(exchange, identity, call.key);
    } catch (error) {
      if (!(error instanceof AnsweredElsewhere)) throw error;
      idempotency.finish(identity);
      const answer = await idempotency.begin(identity);
      if (!answer) throw error;
      return repeat(answer, exchange);
    } finally {
      idempotency.finish(identity);
    }
  }

  /** Stores the response in the transaction of the effect, or afterwards if the handler used none. */
  async function runOnce(exchange: RoutedExchange, identity: IdempotentRequest, key: string): Promise<Answer> {
    const { operationId } = exchange;
    const ctx = contextOf(outside, exchange, limiter, key);
    let stored: Answer | undefined;
    const transaction = (work: AnyWork) =>
      inTransaction(ctx, async (inside) => {
        const response = (await work(inside)) ?? {};
        stored = answerOf(operationId, response);
        await idempotency.store(inside.db, identity, kept(stored, exchange));
        return response;
      });
    const response = await handlerOf(operationId)({ ...ctx, transaction }, exchange.body);
    // A stored response is not encoded again, because encoding it consumed its bytes.
    const answer = stored ?? answerOf(operationId, response);
    if (!stored) await idempotency.store(outside.db, identity, kept(answer, exchange));
    return answer;
  }

  /** The router and its validator have made sure that the types match, which the compiler cannot see. */
  function handlerOf(operationId: OperationId): AnyHandler {
    return handlers[operationId] as AnyHandler;
  }
}

function contextOf(
  { db, deps }: OutsideContext,
  { req, headers, principal, origin, required, traceparent, operationId }: RoutedExchange,
  limiter: RateLimiter,
  idempotency_key?: string,
): AnyContext {
  const browser = browserOf(req, headers, deps.config.public_url);
  const onHangUp = (left: () => void) => {
    req.socket.once('close', left);
    return () => void req.socket.off('close', left);
  };
  return {
    ...{ db, deps, principal, request: origin, headers: required, idempotency_key, browser, traceparent, onHangUp },
    settle: (processor_ms) => limiter.charge(operationId, { principal, ip: origin.ip }, processor_ms),
  };
}

/** The owner of the idempotency keys: the user or API key that calls, or the address of a caller without credentials. */
export const scopeOf = ({ principal, origin }: Exchange): string =>
  principal ? `user ${principal.user_id}` : `ip ${origin.ip}`;

/** If a response contains a secret, only that fact is stored, so that the secret cannot be retrieved again. */
const kept = (answer: Answer, { operationId, headers }: RoutedExchange): StoredAnswer =>
  routes[operationId].secret_response
    ? { status: answer.status, body: '' }
    : { ...answer, cookie: headers['Set-Cookie'] };

/** @throws Conflict when the response contained a secret. */
function repeat({ cookie, ...answer }: StoredAnswer, { operationId, headers }: RoutedExchange): Answer {
  const { secret_response: remedy } = routes[operationId];
  if (remedy)
    throw new Conflict(
      `This call already succeeded with this Idempotency-Key, and the secret in its response is not stored. ${remedy}`,
      'answer_not_kept',
    );
  if (cookie) headers['Set-Cookie'] = cookie;
  return answer;
}
