/** Finds the machine readable zone in the lines that a text recogniser found on a page. */
import { keyOfMrz, type MrzKey } from './key-of-mrz.ts';

/** Passports and TD2 cards have two lines, TD1 cards three. */
const HEIGHTS = [2, 3, 1];

/**
 * The camera of an app: takes a photo of the page and returns the lines of text on it, from top to bottom. This package includes no text
 * recogniser, which would be by far the largest part of an app; ML Kit and Vision offer one.
 */
export type RecogniseText = () => Promise<string[]>;

/** The key, if the zone is among the lines and every check digit is right. Partial results are refused: a wrong key costs a contact. */
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
