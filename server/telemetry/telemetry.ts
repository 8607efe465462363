/**
 * What the service reports about itself while it runs: metrics and traces. Contains no personal data, addresses or tokens.
 * Absent from `deps` unless configured, and nothing of OpenTelemetry is loaded then.
 */
import type { RequestListener } from 'node:http';
import type { Logger } from '../core/log.ts';
import type { TelemetryConfig } from '../core/telemetry-config.ts';
import type { Readings } from './instruments.ts';

export interface Telemetry {
  /** A call begins. `caller` is the valid `traceparent` that it came with. */
  beginCall(
    operation: string | undefined,
    caller: string | undefined,
  ): Step<{ status: number; code?: string | undefined }>;
  /** The check of a chip begins, within a call or without one. */
  beginVerification(parent: string | undefined): Step<{ verdict: string; reason?: string | undefined }>;
  /** A session has its verdict. */
  countVerdict(result: string, reason: string | null): void;
  /** An attempt to deliver an event begins. */
  beginAttempt(event_id: string, parent: string | null): Step<AttemptEnd>;
  /** Runs what belongs to a call: its queries become spans of its trace. */
  within<T>(traceparent: string | undefined, work: () => T): T;
  /** A query begins. @returns undefined if it belongs to no trace, otherwise what ends it. */
  beginQuery(sql: string): ((hasFailed: boolean) => void) | undefined;
  /** Wraps what responds to requests, and measures those that are not calls. */
  watchPages(listener: RequestListener, isPage: (url: string) => boolean): RequestListener;
  /** What is exported when a collector asks. */
  observe(read: () => Promise<Readings>): void;
  /** Listens for Prometheus. @throws StartError */
  listen(): Promise<void>;
  /** Exports what has not been exported yet, and ends. */
  stop(): Promise<void>;
}

/** Something that takes time and belongs to a trace. */
export interface Step<End> {
  /** The `traceparent` for what it causes. Absent if it belongs to no trace. */
  traceparent: string | undefined;
  end(how: End): void;
}

export interface AttemptEnd {
  /** Absent when the attempt was interrupted, and will be made again. */
  delivered?: boolean;
  /** Absent when there was no response. */
  status?: number | undefined;
}

export interface TelemetryOptions {
  config: TelemetryConfig;
  version: string;
  log: Logger;
}

export async function loadTelemetry({
  config,
  ...options
}: Omit<TelemetryOptions, 'config'> & { config: TelemetryConfig | undefined }): Promise<Telemetry | undefined> {
  if (!config) return undefined;
  const { createTelemetry } = await import('./open-telemetry.ts');
  return createTelemetry({ config, ...options });
}
