/**
 * Spans of calls, verifications, attempts and queries. A query finds its parent, the call, in the asynchronous context. All other
 * spans get their parents as `traceparent`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from '../core/telemetry-config.ts';
import type { ExportOptions } from './metrics.ts';

type Sampling = NonNullable<TelemetryConfig['sampling']>;

const KINDS = { call: SpanKind.SERVER, verification: SpanKind.INTERNAL, attempt: SpanKind.CLIENT };

interface Span {
  traceparent: string;
  end(attributes: Record<string, string | number | undefined>, hasFailed: boolean): void;
}

export function createTracing({ config: { traces_url: url, sampling }, resource, version }: ExportOptions) {
  if (!url) return undefined;
  const provider = new TracerProvider({
    resource,
    ...(sampling && { sampler: samplerOf(sampling) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('sigill', version);
  const current = new AsyncLocalStorage<string>();

  return {
    begin(kind: keyof typeof KINDS, name: string, parent: string | undefined, attributes: Attributes = {}): Span {
      const route = kind === 'call' ? { 'http.route': name, 'http.request.method': 'POST' } : {};
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes: { ...route, ...attributes } },
        contextOf(parent),
      );
      return {
        traceparent: headerOf(span.spanContext()),
        end(more, hasFailed) {
          for (const [key, value] of Object.entries(more)) if (value !== undefined) span.setAttribute(key, value);
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    within: <T>(traceparent: string, work: () => T): T => current.run(traceparent, work),
    beginQuery(sql: string): ((hasFailed: boolean) => void) | undefined {
      const parent = current.getStore();
      if (parent === undefined) return undefined;
      const name = summaryOf(sql);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, contextOf(parent));
      return (hasFailed) => {
        if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    end: () => provider.shutdown(),
  };
}

const FIRST_TABLE = /\b(?:from|into|update) "?([a-z_]+)/;

/** The verb and the first table of a statement, such as `select sessions`. */
function summaryOf(sql: string): string {
  const [verb = ''] = /[a-z]+/.exec(sql) ?? [];
  const table = FIRST_TABLE.exec(sql)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

function samplerOf({ sampler, ratio }: Sampling): Sampler {
  const ofShare = new TraceIdRatioBasedSampler(ratio);
  if (sampler === 'traceidratio') return ofShare;
  return new ParentBasedSampler({ root: sampler === 'parentbased_always_on' ? new AlwaysOnSampler() : ofShare });
}

/** `parent` is a valid `traceparent`. */
function contextOf(parent: string | undefined) {
  if (parent === undefined) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags] = parent.split('-');
  const traceFlags = flags === '01' ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

const headerOf = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
