/** A server that is measured, in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Profiler } from 'node:inspector/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { here, root } from './paths.ts';
import type { Question, Usage } from './processes/side-channel.ts';

const SIDE_CHANNEL = join(here, 'processes/side-channel.ts');
const STARTING_MS = 60_000;
const POLL_MS = 2;

export interface ServerCommand {
  /** What Node runs. */
  script: string;
  /** Arguments of Node itself. */
  node_arguments?: string[];
  environment: Record<string, string>;
  port: number;
  /** Answered with 200 when the server takes calls. */
  ready_path: string;
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** Starts a server and waits until it takes calls. @throws with what it wrote to stderr when it does not. */
export async function startServer({ script, node_arguments = [], environment, port, ready_path }: ServerCommand) {
  const started = performance.now();
  const child = spawn(process.execPath, [...node_arguments, '--import', SIDE_CHANNEL, script], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const errors = tailOf(child);
  await untilReady(child, `http://127.0.0.1:${port}${ready_path}`, errors);
  return {
    port,
    /** From the start of the process to the first answer. */
    ready_ms: performance.now() - started,
    pid: child.pid!,
    usage: () => ask<Usage>(child, 'usage'),
    startProfile: () => ask<null>(child, 'profile'),
    endProfile: () => ask<Profiler.Profile>(child, 'profile-end'),
    stop: () => stop(child),
  };
}

function tailOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr!.on('data', (chunk) => {
    text = (text + chunk).slice(-4000);
  });
  return () => text;
}

async function untilReady(child: ChildProcess, url: string, errors: () => string): Promise<void> {
  const deadline = performance.now() + STARTING_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await pause(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`${child.spawnargs.at(-1)} does not answer at ${url}:\n${errors()}`);
}

function ask<T>(child: ChildProcess, question: Question): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${child.spawnargs.at(-1)} has ended`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve((message as { answer: T }).answer);
    });
    child.send({ question });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(late);
}
