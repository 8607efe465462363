import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDigit, mrzInformation, readMrzFields } from './mrz-fields.ts';
import { accessKeyProblem, basicAccessSeed, passwordOf } from './password.ts';

const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C<3UTO6908061F9406236ZE184226B<<<<<14'];
const TD2 = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
const TD1 = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
/** Doc 9303-11, appendix D.2: document numbers of more than nine characters. */
const TD2_LONG = ['I<UTOSTEVENSON<<PETER<<<<<<<<<<<<<<<', 'D23145890<UTO3407127M95071227349<<<8'];
const TD1_LONG = ['I<UTOD23145890<7349<<<<<<<<<<<', '3407127M9507122UTO<<<<<<<<<<<2', 'STEVENSON<<PETER<<<<<<<<<<<<<<'];

describe('the MRZ information of Doc 9303-11', () => {
  test.each([
    ['TD3', TD3, 'L898902C<369080619406236'],
    ['TD2', TD2, 'D23145890774081221204159'],
    ['TD1', TD1, 'D23145890774081221204159'],
    ['TD2 with a long document number', TD2_LONG, 'D23145890734934071279507122'],
    ['TD1 with a long document number', TD1_LONG, 'D23145890734934071279507122'],
  ])('%s', (_, lines, information) => {
    for (const mrz of [lines.join('\n'), lines.join(''), `  ${lines.join('\r\n').toLowerCase()}\n`])
      expect(mrzInformation(readMrzFields(mrz))).toBe(information);
  });

  test('appendix D.1: the seed of BAC', () => {
    expect(bytesToHex(basicAccessSeed(passwordOf({ mrz: TD3.join('\n') })))).toBe('239ab9cb282daf66231dc5a4df6bfbae');
  });

  test('derives the same key from the fields as from the lines', () => {
    const fields = { document_number: 'l898902c', date_of_birth: '690806', date_of_expiry: '940623' };
    expect(passwordOf(fields)).toEqual(passwordOf({ mrz: TD3.join('') }));
    const long = { document_number: 'D23145890734', date_of_birth: '340712', date_of_expiry: '950712' };
    expect(passwordOf(long)).toEqual(passwordOf({ mrz: TD1_LONG.join('') }));
  });

  test('uses an unknown day of birth as part of the key', () => {
    const fields = { document_number: 'L898902C', date_of_birth: '6908<<', date_of_expiry: '940623' };
    expect(mrzInformation(fields)).toBe(`L898902C<36908<<${checkDigit('6908<<')}9406236`);
  });
});

test('the key of a document without an expiry date is derived from its fillers', () => {
  const fields = { document_number: 'L898902C', date_of_birth: '690806', date_of_expiry: '<<<<<<' };
  expect(mrzInformation(fields)).toBe('L898902C<36908061<<<<<<0');
  const mrz = TD3.join('').replace('9406236', '<<<<<<0');
  expect(passwordOf({ mrz })).toEqual(passwordOf(fields));
});

describe('names a key that cannot open any chip before reading', () => {
  test.each([
    ['document_number', { mrz: TD3.join('').replace('L898902C', 'L898902O') }],
    ['date_of_birth', { mrz: TD3.join('').replace('690806', '690805') }],
    ['date_of_expiry', { mrz: TD1.join('').replace('120415', '120414') }],
    ['document_number', { mrz: TD1_LONG.join('').replace('<7349', '<7359') }],
    ['mrz', { mrz: TD3[1]! }],
    ['mrz', { mrz: TD3.join('').replace('<', '-') }],
    ['document_number', { document_number: '', date_of_birth: '690806', date_of_expiry: '940623' }],
    ['document_number', { document_number: 'L8989-02C', date_of_birth: '690806', date_of_expiry: '940623' }],
    ['date_of_birth', { document_number: 'L898902C', date_of_birth: '06.08.69', date_of_expiry: '940623' }],
    ['date_of_expiry', { document_number: 'L898902C', date_of_birth: '690806', date_of_expiry: '2094' }],
    ['date_of_expiry', { document_number: 'L898902C', date_of_birth: '690806', date_of_expiry: '94<<<<' }],
    ['can', { can: '12345' }],
  ])('%s in %o', (field, key) => {
    expect(accessKeyProblem(key)).toMatchObject({ field, message: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test('and reports nothing for a valid key', () => {
    expect(accessKeyProblem({ can: '123 456' })).toBeUndefined();
    expect(accessKeyProblem({ mrz: TD2.join('') })).toBeUndefined();
  });

  test('returns a key or a message for any input', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('A', '0', '<', ' '), maxLength: 95 }));
    fc.assert(
      fc.property(texts, texts, texts, (a, b, c) => {
        accessKeyProblem({ mrz: a });
        accessKeyProblem({ can: a });
        accessKeyProblem({ document_number: a, date_of_birth: b, date_of_expiry: c });
      }),
    );
  });
});
