/** The key to the chip, from a machine readable zone that was typed or recognised by a camera (ICAO Doc 9303-4, -5, -6). */
import { accessKeyProblem, type MrzFields, readMrzFields } from '@sigill/reader';

/** The three fields of the zone that the key to the chip is derived from. Dates as YYMMDD. */
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

/** Passports and TD2 cards have two lines, TD1 cards three. Without the line with the name, there is one less. */
const HEIGHTS = [2, 3, 1];

/**
 * Takes a photo of the page and returns its lines of text, from top to bottom, for example with ML Kit or Vision. Used instead of
 * this package's own recognition, which takes its pictures with `expo-camera`.
 */
export type RecogniseText = () => Promise<string[]>;

/** The key, if the zone is among the lines and every check digit is right: a wrong key costs a contact. */
export function keyAmong(lines: string[]): MrzKey | undefined {
  const zone = lines.map(asPrinted).filter(({ length }) => length > 0);
  for (const height of HEIGHTS)
    for (let top = 0; top + height <= zone.length; top++) {
      const reading = keyOfMrz(zone.slice(top, top + height).join(''));
      if ('key' in reading) return reading.key;
    }
  return undefined;
}

/** Recognisers mistake fillers for quotation marks, and see spaces between them. */
const asPrinted = (line: string): string =>
  line.toUpperCase().replaceAll('«', '<<').replaceAll('‹', '<').replace(/\s+/g, '');
