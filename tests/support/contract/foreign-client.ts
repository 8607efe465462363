/**
 * A client of the API in another language, as the tests use it: through a driver, a small program in that language beside its tests
 * (tests/sdk/python-driver.py). The driver reads one request per line from its standard input, and answers each with one line of JSON on
 * its standard output, in order, until its input ends. It prints nothing else there. It makes a new client for each request, from
 * `client`, and does nothing clever: every rule under test is the client's.
 *
 * A request, with `do` as the discriminator:
 * - `call`: makes the call `operation` with `params` as on the wire, through its method, never through an untyped one.
 * - `list`: iterates over all pages of the call `operation`; the result is the list of items.
 * - `wait_for`: waits until the session `id` has ended, at most `timeout_ms`; the result is the session.
 * - `unwrap`: checks a callback; the result is the event. `secrets` are given as one secret if there is only one.
 * - `show`: makes a client; the result is a text that holds everything that the language prints for it.
 *
 * The driver replaces waiting between attempts and polls by recording, and the client's random numbers by `client.random`, so that a
 * test of retries takes no time. It answers with `result` or `error`, and always with `waits_ms`: the waits, in order, in milliseconds.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { OperationId } from '../../../server/generated/operations.gen.ts';

/** Absent options have the client's default. Durations are in milliseconds, whatever the language prefers. */
export interface ForeignOptions {
  /** If absent, the client reads the driver's environment. */
  base_url?: string;
  public_key?: string;
  secret?: string;
  max_retries?: number;
  timeout_ms?: number;
  default_headers?: Record<string, string>;
  /** A fixed result for the client's random numbers, from 0 to 1. The default is 0. */
  random?: number;
}

export type ForeignRequest = { client?: ForeignOptions } & (
  | {
      do: 'call' | 'list';
      operation: OperationId;
      params?: unknown;
      options?: {
        idempotency_key?: string;
        max_retries?: number;
        timeout_ms?: number;
        headers?: Record<string, string>;
      };
    }
  | { do: 'wait_for'; id: number; timeout_ms?: number }
  | {
      do: 'unwrap';
      body: string;
      headers: Record<string, string> | null;
      secrets: string[];
      /** Seconds since 1970. The default is the current time. */
      now?: number;
      tolerance_seconds?: number;
    }
  | { do: 'show' }
);

export interface ForeignError {
  class?: string;
  message: string;
  /** 0 without a response. Absent for errors that are not about a call, such as a refused option. */
  status?: number;
  code?: string;
  request_id?: string;
  retry_after?: number;
  details?: unknown[];
  /** Everything that the language prints for this error. It must not contain a key. */
  shown: string;
}

export interface ForeignAnswer {
  result?: unknown;
  error?: ForeignError;
  waits_ms: number[];
}

export interface ForeignClient {
  ask(request: ForeignRequest): Promise<ForeignAnswer>;
  stop(): Promise<void>;
}

/** No request takes this long, so the driver is stuck. */
const PATIENCE_MS = 60_000;

export function startForeignClient(
  command: string,
  args: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): ForeignClient {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  // The driver may end before it has read a request; what it printed says why.
  child.stdin.on('error', () => {});
  let last: Promise<unknown> = Promise.resolve();

  async function exchange(request: ForeignRequest): Promise<ForeignAnswer> {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const hanging = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    const { value, done } = await lines.next();
    clearTimeout(hanging);
    if (done) throw new Error(`The driver ended without an answer:\n${said}`);
    return JSON.parse(value) as ForeignAnswer;
  }

  return {
    ask(request) {
      const answer = last.then(() => exchange(request));
      last = answer.catch(() => {});
      return answer;
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
