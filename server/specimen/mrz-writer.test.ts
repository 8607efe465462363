import { parse } from 'mrz';
import { expect, test } from 'vitest';
import { type MrzFields, writeTd1, writeTd3 } from './mrz-writer.ts';

/** The example of Doc 9303-4, Appendix A (TD3) and Doc 9303-5, Appendix A (TD1). */
const eriksson: MrzFields = {
  document_code: 'P',
  issuing_state: 'UTO',
  surname: 'Eriksson',
  given_names: 'Anna Maria',
  document_number: 'L898902C3',
  nationality: 'UTO',
  date_of_birth: '1974-08-12',
  sex: 'F',
  expiry_date: '2012-04-15',
  optional_data: 'ZE184226B',
};

test('writes the TD3 example of the standard', () => {
  expect(writeTd3(eriksson)).toBe(
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C36UTO7408122F1204159ZE184226B<<<<<10',
  );
});

test('writes the TD1 example of the standard', () => {
  const card = { ...eriksson, document_code: 'I', document_number: 'D23145890', optional_data: '' };
  expect(writeTd1(card)).toBe(
    'I<UTOD231458907<<<<<<<<<<<<<<<7408122F1204159UTO<<<<<<<<<<<6ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
  );
});

test('transliterates national characters and hyphens as the standard requires', () => {
  const fields: MrzFields = {
    ...eriksson,
    issuing_state: 'SWE',
    nationality: 'SWE',
    surname: "Månstråle-O'Öst",
    sex: '',
  };
  const mrz = writeTd3({ ...fields, given_names: 'Åke' });
  const { valid, details } = parse([mrz.slice(0, 44), mrz.slice(44)]);
  expect(mrz).toContain('P<SWEMAANSTRAALE<OOEST<<AAKE<');
  expect(details.filter((detail) => !detail.valid)).toEqual([]);
  expect(valid).toBe(true);
});
