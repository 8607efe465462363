/** `npm run reader -- --pcsc`: a real document on a contactless reader, as `sigill read` reads it. */

import { run } from '../../sdk/cli/src/command-line.ts';
import { ask } from '../../sdk/cli/src/terminal.ts';
import type { Output } from '../terminal.ts';

const LOCAL = 'http://localhost:3000';

/** @returns the exit code of `sigill read`: 0 approved or saved, 1 not, 2 not understood. */
export async function readWithPcsc(args: string[], { write, writeError }: Output): Promise<number> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    return await run(['read', ...args.map((arg) => arg.replace(/^--base(?==|$)/, '--base-url'))], {
      environment: { SIGILL_BASE_URL: LOCAL },
      ...{ write, writeError },
      hasColours: false,
      isInteractive: process.stdout.isTTY ?? false,
      ...(process.stdin.isTTY && process.stdout.isTTY && { ask: (question) => ask(question, stopping.signal) }),
      stop: stopping.signal,
    });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop);
  }
}
