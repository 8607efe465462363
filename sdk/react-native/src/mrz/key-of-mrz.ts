/** The key to the chip, from a machine readable zone that was typed or recognised by a camera (ICAO Doc 9303-4, -5, -6). */
import { accessKeyProblem, type MrzFields, readMrzFields } from '@sigill/reader';

/** The key to the chip: the three fields of the zone that have their own check digit. Dates as YYMMDD. */
export type MrzKey = MrzFields;

/** The part that is wrong. `length`: these are not the lines of a document. */
export type MrzProblem = 'length' | keyof MrzKey;

export type MrzReading = { key: MrzKey } | { problem: MrzProblem };

/** The line with the name is not needed and may be left out: the first of a passport or a TD2 card, the last of a TD1 card. */
const NAMELESS: Record<number, (lines: string) => string> = {
  44: (line) => line.padStart(88, '<'),
  36: (line) => line.padStart(72, '<'),
  60: (lines) => lines.padEnd(90, '<'),
};

/** Reads the lines, with or without breaks and spaces. Every check digit must be right. */
export function keyOfMrz(text: string): MrzReading {
  const lines = text.toUpperCase().replace(/[^A-Z0-9<]/g, '');
  const mrz = NAMELESS[lines.length]?.(lines) ?? lines;
  const field = accessKeyProblem({ mrz })?.field;
  if (field) return { problem: field === 'mrz' || field === 'can' ? 'length' : field };
  const { document_number, ...dates } = readMrzFields(mrz);
  return { key: { document_number: document_number.replace(/(?<!<)<+$/, ''), ...dates } };
}
