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
