import type { Layout } from './mrz-layout.ts';

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
