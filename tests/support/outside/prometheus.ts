/** Prometheus as an operator would run it, with the rules and the example that come with the service. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../../server/test-service/free-port.ts';
import { debianProgram } from '../debian-program.ts';
import { eventually } from '../server/test-server.ts';

export const MONITORING = join(import.meta.dirname, '../../../server/deploy/monitoring');
const RULES = join(MONITORING, 'alerts.yaml');

/** @returns the complaints of `promtool`, empty if there are none. */
export function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(debianProgram('promtool', 'prometheus')!, args, { encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

const JOB = 'job="sigill",instance="sigill:9464"';
const QUERY = 'group by (alertname) (ALERTS{alertstate="firing"})';

/**
 * Hours of a service as Prometheus would store them, made from a few real scrapes. Each scrape counts for some minutes, because the
 * rules look at hours and a test cannot wait that long.
 */
export function createRecording(metrics: string) {
  let minutes = 0;
  const series = new Map<string, string[]>();

  function add(found: Map<string, string>, lasting: number): void {
    for (const name of found.keys())
      if (!series.has(name)) series.set(name, minutes === 0 ? [] : [repeated('_', minutes)]);
    for (const [name, values] of series) {
      const value = found.get(name);
      if (value !== undefined) values.push(repeated(value, lasting));
      else values.push(...(lasting > 1 ? ['stale', repeated('_', lasting - 1)] : ['stale']));
    }
    minutes += lasting;
  }

  return {
    async scrape(lasting = 1): Promise<void> {
      const exposed = await scraped(metrics);
      const found = new Map([[`up{${JOB}}`, exposed === undefined ? '0' : '1']]);
      for (const line of exposed?.split('\n') ?? []) {
        const [, name, labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
        if (name) found.set(`${name}{${labels ? `${labels},` : ''}${JOB}}`, plain(Number(value)));
      }
      add(found, lasting);
    },

    firing(): string[] {
      const folder = mkdtempSync(join(tmpdir(), 'sigill-recording-'));
      const file = join(folder, 'test.yaml');
      const input_series = [...series].map(([name, values]) => ({ series: name, values: values.join(' ') }));
      const expression = { expr: QUERY, eval_time: `${minutes - 1}m`, exp_samples: [] };
      const test = { interval: '1m', input_series, promql_expr_test: [expression] };
      // JSON is YAML.
      writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }));
      const difference = promtool('test', 'rules', file);
      rmSync(folder, { recursive: true });
      const names = [...difference.matchAll(/\{alertname="(\w+)"\}/g)].map(([, name]) => name!);
      if (difference !== '' && names.length === 0) throw new Error(difference);
      return names.sort();
    },
  };
}

/** On a new connection, because the server may just have closed a kept one. */
const scraped = (metrics: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const failed = () => resolve(undefined);
    get(metrics, { agent: false }, (response) => void text(response).then(resolve, failed)).on('error', failed);
  });

/** In the notation of promtool: the value, and how often it is repeated. */
const repeated = (value: string, times: number) => {
  if (value === '_') return `_x${times}`;
  return times === 1 ? value : `${value}+0x${times - 1}`;
};

/** The notation of promtool has no exponents. */
const plain = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(9));

/** A running Prometheus with the example's configuration, apart from the target and the intervals. */
export async function startPrometheus(target: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-prometheus-'));
  cpSync(MONITORING, folder, { recursive: true });
  const config = join(folder, 'prometheus.yaml');
  const example = readFileSync(config, 'utf8');
  writeFileSync(config, example.replace('127.0.0.1:9464', target).replaceAll(/(_interval): 15s/g, '$1: 1s'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(
    debianProgram('prometheus')!,
    [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: 'ignore' },
  );
  const isReady = () =>
    fetch(`${base}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isReady, 'Prometheus');

  async function ask<T>(path: string): Promise<T> {
    const answer = (await (await fetch(`${base}/api/v1/${path}`)).json()) as { data?: T; error?: string };
    if (answer.data === undefined) throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  }

  return {
    count: async (expression: string): Promise<number> =>
      (await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(expression)}`)).result.length,
    rules: async () =>
      (
        await ask<{ groups: { rules: { name: string; health: string; lastError?: string }[] }[] }>('rules')
      ).groups.flatMap(({ rules }) => rules),
    async stop(): Promise<void> {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
