/**
 * What the service reports about itself while it runs: metrics and traces. Contains no personal data, addresses or tokens.
 * Unless it is configured, it is absent from `deps`, and OpenTelemetry is not loaded.
 */
import type { RequestListener } from 'node:http';
import type { Logger } from '../core/log.ts';
import type { TelemetryConfig } from '../core/telemetry-config.ts';
import type { Readings } from './instruments.ts';

export interface Telemetry {
  /** `caller` is the call's `traceparent` header, if that is valid. */
  beginCall(
    operation: string | undefined,
    caller: string | undefined,
  ): Step<{ status: number; code?: string | undefined }>;
  beginVerification(parent: string | undefined): Step<{ verdict: string; reason?: string | undefined }>;
  countVerdict(result: string, reason: string | null): void;
  beginAttempt(event_id: string, parent: string | null): Step<AttemptEnd>;
  /** The queries in `work` become spans of the call's trace. */
  within<T>(traceparent: string | undefined, work: () => T): T;
  /** @returns a function to call when the query has ended, or undefined if the query belongs to no trace. */
  beginQuery(sql: string): ((hasFailed: boolean) => void) | undefined;
  watchPages(listener: RequestListener, isPage: (url: string) => boolean): RequestListener;
  observe(read: () => Promise<Readings>): void;
  /** @throws StartError */
  listen(): Promise<void>;
  stop(): Promise<void>;
}

export interface Step<End> {
  /** The `traceparent` to pass on to what this step causes. Absent if the step belongs to no trace. */
  traceparent: string | undefined;
  end(how: End): void;
}

export interface AttemptEnd {
  /** Absent if the attempt was interrupted and will be repeated. */
  delivered?: boolean;
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
