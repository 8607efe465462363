/** The process: its arguments, its terminal, and Ctrl-C. */
import { run } from './command-line.ts';
import { ask, type Terminal } from './terminal.ts';

const stopping = new AbortController();
// Once only: pressing Ctrl-C again ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const terminal: Terminal = {
  environment: process.env,
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  hasColours: (process.stdout.isTTY ?? false) && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
  isInteractive: process.stdout.isTTY ?? false,
  ...(process.stdin.isTTY && process.stdout.isTTY && { ask: (question) => ask(question, stopping.signal) }),
  stop: stopping.signal,
};
process.exitCode = await run(process.argv.slice(2), terminal);
