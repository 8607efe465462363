import { createInterface } from 'node:readline/promises';
import { Refusal } from './command.ts';

export interface Output {
  write(text: string): void;
  writeError(text: string): void;
}

export const standardOutput: Output = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
};

export interface Terminal extends Output {
  environment: Record<string, string | undefined>;
  hasColours: boolean;
  /** Whether a person is watching and a line can be overwritten. */
  isInteractive?: boolean;
  /** Prompts the person at the terminal. Absent if the input or the output is not a terminal. */
  ask?: (question: string) => Promise<string>;
  stop: AbortSignal;
}

const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2, bold: 1 } as const;

export type Colour = keyof typeof CODES;

export const coloured = ({ hasColours }: Pick<Terminal, 'hasColours'>, colour: Colour, text: string): string =>
  hasColours ? `\x1b[${CODES[colour]}m${text}\x1b[0m` : text;

/** Replaces control characters, with which foreign text could move the cursor or rename the window. */
export const printable = (text: string): string => text.replaceAll(/[\x00-\x08\x0B-\x1F\x7F-\x9F]/g, '�');

/** Rejects when the signal is aborted. @throws Refusal when the person closes the input. */
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
