/** What a command needs of the world around it. */
export interface Terminal {
  environment: Record<string, string | undefined>;
  write(text: string): void;
  writeError(text: string): void;
  hasColours: boolean;
  /** Somebody watches, and a line can be written over. */
  isInteractive?: boolean;
  /** Asks whoever sits there. Absent where nobody does. */
  ask?: (question: string) => Promise<string>;
  /** Aborted by Ctrl-C. */
  stop: AbortSignal;
}

const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2, bold: 1 } as const;

export type Colour = keyof typeof CODES;

export const coloured = ({ hasColours }: Pick<Terminal, 'hasColours'>, colour: Colour, text: string): string =>
  hasColours ? `\x1b[${CODES[colour]}m${text}\x1b[0m` : text;

/** What comes from elsewhere may hold codes that move the cursor or rename the window. */
export const printable = (text: string): string => text.replaceAll(/[\x00-\x08\x0B-\x1F\x7F-\x9F]/g, '�');
