/** The API as an Express router, which any Express app can mount. Contains no domain logic. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Router } from 'express';
import type { OutsideContext } from '../core/context.ts';
import { known } from '../core/known.ts';
import { type Logger, logCall } from '../core/log.ts';
import { traceIdOf } from '../core/trace-context.ts';
import { contractHash } from '../generated/operations.gen.ts';
import type { Authenticate } from './access/credentials.ts';
import { OPEN_HEADERS, PREFLIGHT_HEADERS } from './access/cross-site.ts';
import { ClientGone, ClientTooSlow } from './body/body.ts';
import { Streamed, sendStreamed } from './body/streamed.ts';
import { type Answer, failure, type StreamedAnswer } from './call/answer.ts';
import { createBackend } from './call/backend.ts';
import { type Exchange, isOpen, openExchange } from './call/exchange.ts';
import { createIdempotency } from './call/idempotency.ts';
import { sendAnswer } from './call/send-answer.ts';
import { takeBytes } from './connection-bytes.ts';
import { deprecationNotices } from './contract.ts';
import type { Admissions, Handlers } from './handlers.ts';
import { type BodyBudget, BodyDropped } from './limits/body-budget.ts';
import type { Draining } from './limits/draining.ts';
import { createNetworkNames, type NameNetwork } from './limits/network-names.ts';
import type { RateLimiter } from './limits/rate-limits.ts';
import { answerHeaders } from './site/security-headers.ts';

export interface ApiOptions {
  ctx: OutsideContext;
  handlers: Handlers;
  admissions: Admissions;
  authenticate: Authenticate;
  bodies: BodyBudget;
  draining: Pick<Draining, 'has_begun'>;
  limiter: RateLimiter;
  onAnswered?: (call: AnsweredCall) => void;
}

export interface AnsweredCall {
  exchange: Exchange;
  /** Has no body when the client disconnected or was too slow. */
  answer: Omit<Answer, 'body'> & Partial<Answer>;
  duration_ms: number;
}

/** The status that nginx logs when the client disconnected before the response. */
const CLIENT_GONE = 499;
const CLIENT_TOO_SLOW = 408;
/** The library needs none, because the steps of a call read headers from the request itself. */
const NO_HEADERS = {};
/** Sent when the server is closing or the body was dropped. */
const LAST_ANSWER = { Connection: 'close' };

const isStreamed = (answer: Answer | StreamedAnswer): answer is StreamedAnswer => answer.body instanceof Streamed;

export function createApi({ ctx, bodies, draining, onAnswered, ...options }: ApiOptions) {
  const { config, log, sealer, clock, telemetry } = ctx.deps;
  const idempotency = createIdempotency(ctx.db, sealer, clock);
  const backend = createBackend({ ...options, ctx, bodies, idempotency });
  const common = { ...answerHeaders(config.public_url), 'X-Contract': contractHash };
  const notices = deprecationNotices(config.public_url);
  const nameNetwork = createNetworkNames(ctx.deps);

  const router = Router().use((req, res, next) => (req.url.startsWith('/api/') ? handle(req, res) : next()));

  /** Never throws. */
  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const started = performance.now();
    const exchange = openExchange(req, { trusted_proxies: config.trusted_proxies, now: clock.now() });
    const running = telemetry?.beginCall(exchange.operationId, exchange.traceparent);
    if (running) exchange.traceparent = running.traceparent;
    const note = (answer: AnsweredCall['answer']) => {
      const duration_ms = Math.round(performance.now() - started);
      if (log.isLevelEnabled('info')) logAnswered(log, { exchange, answer, duration_ms }, nameNetwork);
      onAnswered?.({ exchange, answer, duration_ms });
      running?.end(answer);
    };
    if (isOpen(exchange)) {
      if (req.method === 'OPTIONS') return void res.writeHead(204, { ...common, ...PREFLIGHT_HEADERS }).end();
      Object.assign(exchange.headers, OPEN_HEADERS);
    }
    const notice = notices.get(exchange.operationId);
    if (notice) Object.assign(exchange.headers, notice);
    const respond = () =>
      backend.handleRequest({ method: req.method ?? '', path: exchange.path, headers: NO_HEADERS }, exchange);
    let answer: Answer | StreamedAnswer;
    try {
      answer = await (telemetry ? telemetry.within(exchange.traceparent, respond) : respond());
    } catch (error) {
      if (error instanceof ClientGone) return note({ status: CLIENT_GONE });
      if (error instanceof ClientTooSlow) {
        res.writeHead(CLIENT_TOO_SLOW, { ...common, 'Content-Length': 0, Connection: 'close' }).end();
        return note({ status: CLIENT_TOO_SLOW });
      }
      if (error instanceof BodyDropped) Object.assign(exchange.headers, LAST_ANSWER);
      answer = failure(error, exchange, log);
    } finally {
      exchange.account?.close();
    }
    const { origin, operationId } = exchange;
    const id = { 'X-Request-Id': origin.id };
    const headers = Object.assign(exchange.headers, id, common, draining.has_begun && LAST_ANSWER);
    if (isStreamed(answer))
      await sendStreamed(res, answer.body, headers).catch((error: unknown) =>
        log.error({ request_id: origin.id, operation: operationId, err: error }, 'a response was cut off'),
      );
    else sendAnswer(req, res, answer, headers);
    note(isStreamed(answer) ? { status: answer.status } : answer);
  }

  return { router, idempotency, nameNetwork };
}

function logAnswered(log: Logger, { exchange, answer, duration_ms }: AnsweredCall, nameNetwork: NameNetwork): void {
  const { req, origin, operationId, principal } = exchange;
  const { merchant_id, user_id, scheme } = principal ?? {};
  logCall(log, {
    request_id: origin.id,
    operation: operationId,
    status: answer.status,
    ms: duration_ms,
    ...takeBytes(req.socket),
    network: nameNetwork(origin.ip),
    ...known({
      code: answer.code,
      merchant_id,
      [scheme === 'apiKey' ? 'key_id' : 'user_id']: user_id,
      trace_id: traceIdOf(exchange.traceparent),
    }),
  });
}
