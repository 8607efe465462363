import { run } from './command-line.ts';
import { ask, standardOutput, type Terminal } from './terminal.ts';

const stopping = new AbortController();
// Once only: pressing Ctrl-C again ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

/** The exit code of a program ended by SIGPIPE, a signal that Node ignores. */
const BROKEN_PIPE = 141;
// After `| head`, nobody reads what is still to be written.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(BROKEN_PIPE);
  });

const terminal: Terminal = {
  ...standardOutput,
  environment: process.env,
  hasColours: (process.stdout.isTTY ?? false) && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
  isInteractive: process.stdout.isTTY ?? false,
  ...(process.stdin.isTTY && process.stdout.isTTY && { ask: (question) => ask(question, stopping.signal) }),
  stop: stopping.signal,
};
process.exitCode = await run(process.argv.slice(2), terminal);
