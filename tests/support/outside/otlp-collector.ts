/** A collector of OpenTelemetry: it receives what services send with OTLP over HTTP, in JSON. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  attributes: Attribute[];
}

interface Received {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: CollectedSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[];
}

export async function createOtlpCollector() {
  const received: { path: string; body: Received }[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    received.push({ path: request.url ?? '', body: JSON.parse(text.toString()) as Received });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bodiesAt = (path: string) => received.filter((one) => one.path === path).map(({ body }) => body);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: () =>
      bodiesAt('/v1/traces')
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    metricNames: () => [
      ...new Set(
        bodiesAt('/v1/metrics')
          .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
          .flatMap(({ scopeMetrics }) => scopeMetrics)
          .flatMap(({ metrics }) => metrics.map(({ name }) => name)),
      ),
    ],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const attributesOf = ({ attributes }: Pick<CollectedSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
