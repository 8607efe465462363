import type { Attributes, BatchObservableResult, Counter, Meter, Observable } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { TelemetryConfig } from '../core/telemetry-config.ts';
import { CALL_DURATION, COUNTERS, GAUGES, type Readings, type ReadName, TOTALS } from './instruments.ts';
import { createMetricsServer } from './metrics-server.ts';
import { createProcessReadings } from './process-readings.ts';

const SENT_EVERY_MS = 15_000;

export interface ExportOptions {
  config: TelemetryConfig;
  resource: Resource;
  version: string;
}

export function createMetrics({ config: { prometheus, metrics_url }, resource, version }: ExportOptions) {
  if (!prometheus && !metrics_url) return undefined;
  const server = prometheus && createMetricsServer(prometheus);
  const readers = [...(server ? [server.reader] : []), ...(metrics_url ? [sender(metrics_url)] : [])];
  const provider = new MeterProvider({ resource, readers });
  const meter = provider.getMeter('sigill', version);
  const itself = createProcessReadings();
  const { name, boundaries, ...duration } = CALL_DURATION;
  const durations = meter.createHistogram(name, {
    ...duration,
    advice: { explicitBucketBoundaries: [...boundaries] },
  });
  const verdicts = counterOf(meter, 'sigill.verifications');
  const attempts = counterOf(meter, 'sigill.callback.attempts');
  // Starts both series at 0, because a rate can be calculated only from a series that has begun.
  for (const outcome of ['delivered', 'failed']) attempts.add(0, { outcome });

  return {
    /** `began` is a time of `performance.now()`. */
    countRequest(route: string, status: number, began: number): void {
      const labels = { 'http.route': route, 'http.response.status_code': status };
      durations.record((performance.now() - began) / 1000, labels);
    },
    countVerdict: (result: string, reason: string | null) =>
      verdicts.add(1, reason === null ? { result } : { result, reason }),
    countAttempt: (delivered: boolean) => attempts.add(1, { outcome: delivered ? 'delivered' : 'failed' }),
    observe: (read: () => Promise<Readings>) => observe(meter, async () => ({ ...(await read()), ...itself.read() })),
    listen: async () => server?.listen(),
    async end(): Promise<void> {
      itself.stop();
      server?.close();
      await provider.shutdown();
    },
  };
}

const sender = (url: string): IMetricReader =>
  new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url }),
    exportIntervalMillis: SENT_EVERY_MS,
    exportTimeoutMillis: SENT_EVERY_MS,
  });

const counterOf = (meter: Meter, name: keyof typeof COUNTERS): Counter<Attributes> =>
  meter.createCounter(name, COUNTERS[name]);

function observe(meter: Meter, read: () => Promise<Readings>): void {
  const gauges = Object.entries(GAUGES).map(
    ([name, options]) => [name, meter.createObservableGauge(name, options)] as const,
  );
  const totals = Object.entries(TOTALS).map(
    ([name, options]) => [name, meter.createObservableCounter(name, options)] as const,
  );
  const instruments = new Map<string, Observable>([...gauges, ...totals]);
  const write = async (result: BatchObservableResult) => {
    const readings = await read();
    for (const [name, instrument] of instruments) {
      const found = readings[name as ReadName] ?? [];
      const values = typeof found === 'number' ? [[{}, found] as const] : found;
      for (const [labels, value] of values) result.observe(instrument, value, labels);
    }
  };
  meter.addBatchObservableCallback(write, [...instruments.values()]);
}
