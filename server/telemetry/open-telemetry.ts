/** Metrics and traces with the OpenTelemetry SDK. Loaded only if metrics or traces are configured. */
import { randomUUID } from 'node:crypto';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import type { Logger } from '../core/log.ts';
import { within } from '../core/promises.ts';
import { createMetrics } from './metrics.ts';
import type { AttemptEnd, Telemetry, TelemetryOptions } from './telemetry.ts';
import { createTracing } from './tracing.ts';

/** How long the final export may take. Anything not sent by then is lost. */
const LONGEST_END_MS = 2000;
/** A collector that does not respond is logged at most once in this time. */
const COMPLAINT_EVERY_MS = 60_000;
const PAGE = 'page';
const UNKNOWN = 'unknown';

export function createTelemetry({ config, version, log }: TelemetryOptions): Telemetry {
  reportTo(log);
  const resource = resourceFromAttributes({
    'service.name': 'sigill',
    'service.version': version,
    'service.instance.id': randomUUID(),
  }).merge(detectResources({ detectors: [envDetector] }));
  const metrics = createMetrics({ config, resource, version });
  const tracing = createTracing({ config, resource, version });

  return {
    beginCall(operation, caller) {
      const began = performance.now();
      // Only known operations are traced, because anyone can request any path.
      const span = operation === undefined ? undefined : tracing?.begin('call', operation, caller);
      return {
        traceparent: span?.traceparent ?? caller,
        end({ status, code }) {
          metrics?.countRequest(operation ?? UNKNOWN, status, began);
          span?.end({ 'http.response.status_code': status, 'error.type': code }, status >= 500);
        },
      };
    },
    beginVerification(parent) {
      const span = tracing?.begin('verification', 'verify chip', parent);
      return {
        traceparent: span?.traceparent ?? parent,
        end: ({ verdict, reason }) => span?.end({ 'sigill.verdict': verdict, 'sigill.reason': reason }, false),
      };
    },
    countVerdict: (result, reason) => metrics?.countVerdict(result, reason),
    beginAttempt(event_id, parent) {
      const span = tracing?.begin('attempt', 'callback attempt', parent ?? undefined, { 'sigill.event_id': event_id });
      return {
        traceparent: span?.traceparent ?? parent ?? undefined,
        end(how) {
          if (how.delivered !== undefined) metrics?.countAttempt(how.delivered);
          span?.end({ 'http.response.status_code': how.status, 'error.type': failureOf(how) }, how.delivered === false);
        },
      };
    },
    within: (traceparent, work) => (tracing && traceparent !== undefined ? tracing.within(traceparent, work) : work()),
    beginQuery: (sql) => tracing?.beginQuery(sql),
    watchPages: (listener, isPage) => (req, res) => {
      const began = performance.now();
      if (metrics && isPage(req.url ?? '')) res.once('close', () => metrics.countRequest(PAGE, res.statusCode, began));
      listener(req, res);
    },
    observe: (read) => metrics?.observe(read),
    listen: async () => metrics?.listen(),
    async stop() {
      const ended = Promise.allSettled([tracing?.end(), metrics?.end()]);
      await within(LONGEST_END_MS, ended).catch(() => {});
    },
  };
}

/** Leaves out the text of the error, which may contain an address. */
function failureOf({ delivered, status }: AttemptEnd): string | undefined {
  if (delivered !== false) return undefined;
  return status === undefined ? 'no_response' : String(status);
}

/** Extracts the message, because the SDK reports errors as JSON with a stack. */
function textOf(message: string): string {
  try {
    return String((JSON.parse(message) as { message?: unknown }).message);
  } catch {
    return message;
  }
}

/** The service does not depend on exports, so failures are only warnings. */
function reportTo(log: Logger): void {
  let reported = Number.NEGATIVE_INFINITY;
  const warn = (message: string) => {
    if (performance.now() - reported < COMPLAINT_EVERY_MS) return;
    reported = performance.now();
    log.warn({ reason: textOf(message).slice(0, 200) }, 'metrics or traces could not be exported');
  };
  const ignore = () => {};
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
