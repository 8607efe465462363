/** What a command needs from its environment. */
export interface Terminal {
  environment: Record<string, string | undefined>;
  write(text: string): void;
  writeError(text: string): void;
  hasColours: boolean;
  /** Whether a person is watching and a line can be overwritten. */
  isInteractive?: boolean;
  /** Prompts the person at the terminal. Absent without one. */
  ask?: (question: string) => Promise<string>;
  /** Aborted by Ctrl-C. */
  stop: AbortSignal;
}

const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2, bold: 1 } as const;

export type Colour = keyof typeof CODES;

export const coloured = ({ hasColours }: Pick<Terminal, 'hasColours'>, colour: Colour, text: string): string =>
  hasColours ? `\x1b[${CODES[colour]}m${text}\x1b[0m` : text;

/** Removes control characters, with which foreign text could move the cursor or rename the window. */
export const printable = (text: string): string => text.replaceAll(/[\x00-\x08\x0B-\x1F\x7F-\x9F]/g, '�');
