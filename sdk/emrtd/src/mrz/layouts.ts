/** The MRZ violates a rule of Doc 9303-3, 4. The message names the field and never its contents. */
export class MrzInvalid extends Error {}

export type Range = [from: number, to: number];

/** Position of each field, counted over all lines without line breaks. */
export interface Layout {
  format: 'TD1' | 'TD2' | 'TD3';
  length: number;
  document_code: Range;
  issuing_state: Range;
  names: Range;
  document_number: Range;
  document_number_check: number;
  nationality: Range;
  date_of_birth: Range;
  date_of_birth_check: number;
  sex: number;
  expiry_date: Range;
  expiry_date_check: number;
  optional: Range[];
  optional_check?: number;
  composite: Range[];
  composite_check: number;
}

/** Size 1, three lines of 30: cards (Doc 9303-5, 4.2.2). */
export const TD1: Layout = {
  format: 'TD1',
  length: 90,
  document_code: [0, 2],
  issuing_state: [2, 5],
  document_number: [5, 14],
  document_number_check: 14,
  optional: [
    [15, 30],
    [48, 59],
  ],
  date_of_birth: [30, 36],
  date_of_birth_check: 36,
  sex: 37,
  expiry_date: [38, 44],
  expiry_date_check: 44,
  nationality: [45, 48],
  composite: [
    [5, 30],
    [30, 37],
    [38, 45],
    [48, 59],
  ],
  composite_check: 59,
  names: [60, 90],
};

/** Size 2, two lines of 36 (Doc 9303-6, 4.2.2). */
export const TD2: Layout = {
  format: 'TD2',
  length: 72,
  document_code: [0, 2],
  issuing_state: [2, 5],
  names: [5, 36],
  document_number: [36, 45],
  document_number_check: 45,
  nationality: [46, 49],
  date_of_birth: [49, 55],
  date_of_birth_check: 55,
  sex: 56,
  expiry_date: [57, 63],
  expiry_date_check: 63,
  optional: [[64, 71]],
  composite: [
    [36, 46],
    [49, 56],
    [57, 71],
  ],
  composite_check: 71,
};

/** Size 3, two lines of 44: passports (Doc 9303-4, 4.2.2). */
export const TD3: Layout = {
  format: 'TD3',
  length: 88,
  document_code: [0, 2],
  issuing_state: [2, 5],
  names: [5, 44],
  document_number: [44, 53],
  document_number_check: 53,
  nationality: [54, 57],
  date_of_birth: [57, 63],
  date_of_birth_check: 63,
  sex: 64,
  expiry_date: [65, 71],
  expiry_date_check: 71,
  optional: [[72, 86]],
  optional_check: 86,
  composite: [
    [44, 54],
    [57, 64],
    [65, 87],
  ],
  composite_check: 87,
};
