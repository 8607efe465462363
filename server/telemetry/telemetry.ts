/**
 * What the service reports about itself while it runs: metrics and traces. Contains no personal data, addresses or tokens.
 * Unless it is configured, it is absent from `deps`, and OpenTelemetry is not loaded.
 */
import type { RequestListener } from 'node:http';
import type { Logger } from '../core/log.ts';
import type { TelemetryConfig } from '../core/telemetry-config.ts';
import type { Readings } from './instruments.ts';

export interface Telemetry {
  /** A call begins. `caller` is its `traceparent` header, if that is valid. */
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
  /** Runs the work of a call, whose queries become spans of the call's trace. */
  within<T>(traceparent: string | undefined, work: () => T): T;
  /** A query begins. @returns the function to call when the query has ended; undefined if it belongs to no trace. */
  beginQuery(sql: string): ((hasFailed: boolean) => void) | undefined;
  /** Wraps the listener for requests, and measures those for pages. */
  watchPages(listener: RequestListener, isPage: (url: string) => boolean): RequestListener;
  /** Sets the function that is called when a collector asks for the readings. */
  observe(read: () => Promise<Readings>): void;
  /** Listens for Prometheus. @throws StartError */
  listen(): Promise<void>;
  /** Exports what has not been exported yet, and ends. */
  stop(): Promise<void>;
}

/** Something that takes time and belongs to a trace. */
export interface Step<End> {
  /** The `traceparent` to pass on to what this step causes. Absent if the step belongs to no trace. */
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
