import { createInterface } from 'node:readline/promises';
import { Refusal } from './command.ts';

/** Asks a person at this terminal. Rejects when the signal is aborted. @throws Refusal when the person closes the input. */
export async function ask(question: string, stop: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const gone = new AbortController();
  // While a line is being edited, Ctrl-C is an ordinary key, so it must be passed on to the process.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  lines.on('close', () => gone.abort());
  try {
    return (await lines.question(question, { signal: AbortSignal.any([stop, gone.signal]) })).trim();
  } catch (error) {
    throw gone.signal.aborted ? new Refusal('No input was given.') : error;
  } finally {
    lines.close();
  }
}
