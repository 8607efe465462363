import type { Layout } from './mrz-layout.ts';

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
