import type { Environment } from './environment.ts';
import type { Variable } from './variables.ts';

export type TelemetryConfig = NonNullable<ReturnType<typeof readTelemetry>>;

const SAMPLERS = ['parentbased_always_on', 'parentbased_traceidratio', 'traceidratio'] as const;
const LOOPBACK = '127.0.0.1';

export function readTelemetry(environment: Environment, port: number) {
  const metrics_port = environment.integer('METRICS_PORT', 0, 1, 65_535);
  // The endpoint of a single signal is used as it is. The signal's path is added to the common endpoint.
  const base = httpUrl(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT')?.replace(/\/$/, '');
  const traces_url = httpUrl(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? (base && `${base}/v1/traces`);
  const metrics_url = httpUrl(environment, 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT') ?? (base && `${base}/v1/metrics`);
  const prometheus = metrics_port > 0 && { port: metrics_port, host: environment.text('METRICS_HOST') ?? LOOPBACK };
  const sampling = readSampling(environment);
  checkCombinations(environment, { metrics_port, port });
  if (!prometheus && !traces_url && !metrics_url) return undefined;
  return {
    ...(prometheus && { prometheus }),
    ...(traces_url && { traces_url, sampling }),
    ...(metrics_url && { metrics_url }),
  };
}

/** `http` is allowed in production: a collector usually runs on the same machine. */
function httpUrl({ text, complain }: Environment, name: Variable): string | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href;
  complain(`${name} must be the address of an OpenTelemetry collector, such as http://localhost:4318.`);
  return undefined;
}

function readSampling({ text, oneOf, complain }: Environment) {
  const sampler = oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on');
  const value = text('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const ratio = Number(value);
  if (!/^[\d.]+$/.test(value) || !(ratio >= 0 && ratio <= 1))
    complain(`OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.1, not "${value}".`);
  return { sampler, ratio };
}

function checkCombinations(
  { text, complain, oneOf }: Environment,
  { metrics_port, port }: { metrics_port: number; port: number },
): void {
  if (metrics_port === port) complain(`METRICS_PORT must differ from PORT, which is ${port}.`);
  if (text('METRICS_HOST') && !text('METRICS_PORT')) complain('METRICS_HOST requires METRICS_PORT.');
  oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json'], 'http/json');
}
