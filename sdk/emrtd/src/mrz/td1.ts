import type { Layout } from './mrz-layout.ts';

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
