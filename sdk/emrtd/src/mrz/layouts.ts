/** The MRZ violates a rule of Doc 9303-3, 4. The message names the field and never its contents. */
export class MrzInvalid extends Error {}

export type Range = [from: number, to: number];

/** Position of each field, counted over all lines without line breaks. */
export interface Layout {
  format: 'TD1' | 'TD2' | 'TD3';
  length: number;
  document_code: Range;
  issuing_state: Range;
  nationality: Range;
  names: Range;
  sex: number;
  /** A check digit follows the document number and both dates. */
  document_number: Range;
  date_of_birth: Range;
  expiry_date: Range;
  optional: Range[];
  optional_check?: number;
  composite: Range[];
  composite_check: number;
}

// biome-ignore format: related positions share a line.
export const LAYOUTS: readonly Layout[] = [
  // Three lines of 30: cards (Doc 9303-5, 4.2.2).
  {
    format: 'TD1', length: 90,
    document_code: [0, 2], issuing_state: [2, 5], nationality: [45, 48], names: [60, 90], sex: 37,
    document_number: [5, 14], date_of_birth: [30, 36], expiry_date: [38, 44],
    optional: [[15, 30], [48, 59]],
    composite: [[5, 30], [30, 37], [38, 45], [48, 59]], composite_check: 59,
  },
  // Two lines of 36 (Doc 9303-6, 4.2.2).
  {
    format: 'TD2', length: 72,
    document_code: [0, 2], issuing_state: [2, 5], nationality: [46, 49], names: [5, 36], sex: 56,
    document_number: [36, 45], date_of_birth: [49, 55], expiry_date: [57, 63],
    optional: [[64, 71]],
    composite: [[36, 46], [49, 56], [57, 71]], composite_check: 71,
  },
  // Two lines of 44: passports (Doc 9303-4, 4.2.2).
  {
    format: 'TD3', length: 88,
    document_code: [0, 2], issuing_state: [2, 5], nationality: [54, 57], names: [5, 44], sex: 64,
    document_number: [44, 53], date_of_birth: [57, 63], expiry_date: [65, 71],
    optional: [[72, 86]], optional_check: 86,
    composite: [[44, 54], [57, 64], [65, 87]], composite_check: 87,
  },
];
