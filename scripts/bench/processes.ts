import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Profiler } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../server/test-service/free-port.ts';
import { here, root } from './measure.ts';
import type { Job, Load } from './processes/load.ts';
import type { Question, Usage } from './processes/side-channel.ts';

const STARTING_MS = 60_000;
const STOPPING_MS = 15_000;
const POLL_MS = 2;

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** @throws with the server's stderr unless `/healthz` responds with 200. */
export async function startServer(
  script: string,
  environment: Record<string, string>,
  node_arguments: string[] = [],
  prefix: string[] = [],
) {
  const port = await freePort();
  const started = performance.now();
  const preloaded = ['--import', join(here, 'processes/side-channel.ts')];
  const [program, ...arguments_] = [...prefix, process.execPath, ...node_arguments, ...preloaded, script];
  const child = spawn(program!, arguments_, {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  let errors = '';
  child.stderr!.on('data', (chunk) => {
    errors = (errors + chunk).slice(-4000);
  });
  const base = `http://127.0.0.1:${port}`;
  if (!(await isReady(child, `${base}/healthz`))) {
    child.kill('SIGKILL');
    throw new Error(`${script} does not respond at ${base}:\n${errors}`);
  }
  return {
    port,
    base,
    ready_ms: performance.now() - started,
    usage: () => ask<Usage>(child, 'usage' satisfies Question),
    startProfile: () => ask<null>(child, 'profile' satisfies Question),
    endProfile: () => ask<Profiler.Profile>(child, 'profile-end' satisfies Question),
    stop: () => stop(child),
  };
}

async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = performance.now() + STARTING_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return true;
    await pause(POLL_MS);
  }
  return false;
}

function ask<T>(child: ChildProcess, message: Question | Job): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${child.spawnargs.at(-1)} has ended`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer as T);
    });
    child.send(message);
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOPPING_MS);
  await ended;
  clearTimeout(late);
}

/** Sends requests. @throws when a response has an unexpected status, because then something else was measured. */
export type Send = (job: Job, status?: number) => Promise<Load>;

export async function withLoad<T>(work: (send: Send) => Promise<T>): Promise<T> {
  const child = fork(join(here, 'processes/load.ts'));
  try {
    return await work(async (job, status = 200) => {
      const load = await ask<Load>(child, job);
      if (load.statuses[status] === job.requests) return load;
      throw new Error(`${job.path} did not always respond with ${status}: ${JSON.stringify(load.statuses)}`);
    });
  } finally {
    child.disconnect();
  }
}

export async function startAnswering(answer: object): Promise<{ port: number; stop: () => void }> {
  const body = JSON.stringify(answer);
  const server = createServer((req, res) => {
    req.resume().on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}
