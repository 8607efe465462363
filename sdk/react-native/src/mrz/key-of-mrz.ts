/** The key to the chip, from what somebody typed or a camera recognised of the machine readable zone (ICAO Doc 9303-4, -5, -6). */
import { checkDigit } from './check-digit.ts';

/** What opens the chip: the three fields of the zone that have a check digit of their own. Dates as YYMMDD. */
export interface MrzKey {
  document_number: string;
  date_of_birth: string;
  date_of_expiry: string;
}

/** Which part is wrong. `length`: these are not the lines of a document. */
export type MrzProblem = 'length' | keyof MrzKey;

export type MrzReading = { key: MrzKey } | { problem: MrzProblem };

/** Passports print two lines of 44, cards three of 30 or two of 36. The name is not needed, so its line may be left out. */
const SHAPES: Record<number, (text: string) => MrzReading> = {
  88: (text) => secondLine(text.slice(44)),
  44: secondLine,
  72: (text) => secondLine(text.slice(36)),
  36: secondLine,
  90: cardLines,
  60: cardLines,
};

/** Reads the lines, with or without breaks and spaces. Every check digit must be right. */
export function keyOfMrz(text: string): MrzReading {
  const zone = text.toUpperCase().replace(/[^A-Z0-9<]/g, '');
  return SHAPES[zone.length]?.(zone) ?? { problem: 'length' };
}

/** The second line of a passport, or of a card of the size TD2: document number, nationality, birth, sex, expiry. */
function secondLine(line: string): MrzReading {
  return checked({
    document_number: [line.slice(0, 9), line[9]!],
    date_of_birth: [line.slice(13, 19), line[19]!],
    date_of_expiry: [line.slice(21, 27), line[27]!],
  });
}

/** A card of the size TD1. A number that is longer than its field goes on in the optional data (ICAO Doc 9303-5, 4.2.4, note j). */
function cardLines(zone: string): MrzReading {
  const number = zone.slice(5, 14);
  const continued = zone.slice(15, 30).replace(/<.*$/, '');
  const long = zone[14] === '<' && continued.length > 1;
  return checked({
    document_number: long ? [number + continued.slice(0, -1), continued.at(-1)!] : [number, zone[14]!],
    date_of_birth: [zone.slice(30, 36), zone[36]!],
    date_of_expiry: [zone.slice(38, 44), zone[44]!],
  });
}

function checked(fields: Record<keyof MrzKey, [text: string, digit: string]>): MrzReading {
  for (const [name, [text, digit]] of Object.entries(fields) as [keyof MrzKey, [string, string]][]) {
    const allowed = name === 'document_number' ? /^[A-Z0-9][A-Z0-9<]*$/ : /^[0-9<]{6}$/;
    if (!allowed.test(text) || checkDigit(text) !== digit) return { problem: name };
  }
  const [number, birth, expiry] = [fields.document_number[0], fields.date_of_birth[0], fields.date_of_expiry[0]];
  return { key: { document_number: number.replace(/<+$/, ''), date_of_birth: birth, date_of_expiry: expiry } };
}
