/** Serves `/metrics` for Prometheus on a separate port, so that it need not be reachable from the internet. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { IMetricReader, MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics';
import { StartError } from '../core/start-error.ts';
import type { TelemetryConfig } from '../core/telemetry-config.ts';

const PATH = '/metrics';
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';
/** The unit is part of the name (OpenTelemetry, "Prometheus and OpenMetrics Compatibility"), but the exporter leaves it out. */
const SUFFIXES: Record<string, string> = { s: '_seconds', By: '_bytes', '1': '_ratio' };

export interface MetricsServer {
  reader: IMetricReader;
  listen(): Promise<void>;
  close(): void;
}

export function createMetricsServer({ port, host }: NonNullable<TelemetryConfig['prometheus']>): MetricsServer {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);

  async function write(res: ServerResponse): Promise<void> {
    try {
      const { resourceMetrics } = await reader.collect();
      const body = serializer.serialize(withUnits(resourceMetrics));
      res.writeHead(200, { 'Content-Type': TEXT_FORMAT, 'Cache-Control': 'no-store' }).end(`${body}\n`);
    } catch {
      res.writeHead(500).end();
    }
  }

  const server = createServer((req, res) => {
    if (req.url?.split('?', 1)[0] === PATH && (req.method === 'GET' || req.method === 'HEAD')) return void write(res);
    res.writeHead(404).end();
  });
  return {
    reader,
    listen: () => listen(server, port, host),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const withUnits = ({ resource, scopeMetrics }: ResourceMetrics): ResourceMetrics => ({
  resource,
  scopeMetrics: scopeMetrics.map(({ scope, metrics }) => ({ scope, metrics: metrics.map(named) })),
});

function named<Metric extends MetricData>(metric: Metric): Metric {
  const { name, unit, ...descriptor } = metric.descriptor;
  return { ...metric, descriptor: { ...descriptor, name: name + (SUFFIXES[unit] ?? ''), unit: '' } };
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(failure(error, port, host), { cause: error })),
    );
    server.listen({ port, host }, resolve);
  });

function failure({ code = '' }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of METRICS_PORT is already in use. Stop the other process, or set METRICS_PORT to a different port.`;
  if (code === 'EACCES')
    return `This user is not allowed to listen on port ${port}. Set METRICS_PORT to a port above 1023.`;
  return `METRICS_HOST must be an address or name of this machine, not "${host}" (${code}).`;
}
