/** Finds the machine readable zone in the lines that a text recogniser saw on a page. */
import { keyOfMrz, type MrzKey } from './key-of-mrz.ts';

/** Passports and cards of the size TD2 have two lines, cards of the size TD1 three. */
const HEIGHTS = [2, 3, 1];

/**
 * What the camera is for an app: takes a picture of the page and returns the lines of text on it, from top to bottom. This package brings
 * none, since it would be the largest part of an app by far; ML Kit and Vision have one.
 */
export type RecogniseText = () => Promise<string[]>;

/** The key, where the zone is among the lines and every check digit is right. Half a reading is none: a wrong key costs a contact. */
export function keyAmong(lines: string[]): MrzKey | undefined {
  const zone = lines.map(asPrinted).filter(({ length }) => length > 0);
  for (const height of HEIGHTS)
    for (let top = 0; top + height <= zone.length; top++) {
      const reading = keyOfMrz(zone.slice(top, top + height).join(''));
      if ('key' in reading) return reading.key;
    }
  return undefined;
}

/** Recognisers take fillers for quotation marks, and see spaces between them. */
const asPrinted = (line: string): string =>
  line.toUpperCase().replaceAll('«', '<<').replaceAll('‹', '<').replace(/\s+/g, '');
