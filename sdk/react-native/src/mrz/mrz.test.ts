import { expect, test } from 'vitest';
import { keyAmong, keyOfMrz } from './key-of-mrz.ts';
import { keyOfCan, keyOfFields, printedDate } from './typed-key.ts';

// The specimens of ICAO Doc 9303, parts 4, 5 and 6.
const PASSPORT = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const CARD = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
const SMALL = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
/** Doc 9303-5, 4.2.4, note j: the number D23145890734 with the check digit 9. */
const LONG = ['I<UTOD23145890<7349<<<<<<<<<<<', '3407127M9507122UTO<<<<<<<<<<<2', 'STEVENSON<<PETER<JOHN<<<<<<<<<'];
const ANNA = { date_of_birth: '740812', date_of_expiry: '120415' };

test.each([
  ['a passport', PASSPORT.join('\n'), 'L898902C3'],
  ['the second line of a passport alone, in small letters', PASSPORT[1]!.toLowerCase(), 'L898902C3'],
  ['a card of the size of a bank card', CARD.join('\n'), 'D23145890'],
  ['its first two lines, with spaces', `${CARD[0]}  ${CARD[1]}`, 'D23145890'],
  ['a larger card', SMALL.join('\n'), 'D23145890'],
])('reads the key of %s', (_, text, document_number) => {
  expect(keyOfMrz(text)).toEqual({ key: { document_number, ...ANNA } });
});

test.each([
  ['a card', LONG.join('')],
  ['a larger card', 'D23145890<UTO3407127M95071227349<<<8'],
])('reads a number that is longer than its field completely on %s', (_, text) => {
  expect(keyOfMrz(text)).toEqual({
    key: { document_number: 'D23145890734', date_of_birth: '340712', date_of_expiry: '950712' },
  });
});

test('refuses a date of expiry with an unknown day, as the reader does', () => {
  expect(keyOfMrz('L898902C36UTO7408122F1204<<1ZE184226B<<<<<10')).toEqual({ problem: 'date_of_expiry' });
});

test.each([
  ['document_number', 0],
  ['document_number', 9],
  ['date_of_birth', 14],
  ['date_of_expiry', 27],
] as const)('says that the %s is mistyped at %i', (problem, at) => {
  const line = PASSPORT[1]!;
  const wrong = line.slice(0, at) + (line[at] === '5' ? '6' : '5') + line.slice(at + 1);
  expect(keyOfMrz(wrong)).toEqual({ problem });
});

test('says that a line is incomplete', () => {
  expect(keyOfMrz(PASSPORT[1]!.slice(1))).toEqual({ problem: 'length' });
});

test('finds the zone in everything that a camera recognised', () => {
  const seen = ['UTOPIA', 'PASSPORT', 'Eriksson', ...PASSPORT.map((line) => line.replaceAll('<<', '« '))];
  expect(keyAmong(seen)).toEqual({ document_number: 'L898902C3', ...ANNA });
  expect(keyAmong([...CARD, 'Printed in Utopia'])).toEqual({ document_number: 'D23145890', ...ANNA });
});

test('refuses a zone that a camera recognised only in part', () => {
  expect(keyAmong(['UTOPIA', PASSPORT[0]!, PASSPORT[1]!.replace('7408122', '7403122')])).toBeUndefined();
  expect(keyAmong([])).toBeUndefined();
});

test('accepts fields as people type them', () => {
  const fields = { document_number: 'l898 902-c3', date_of_birth: '12/8/1974', date_of_expiry: '15.04.2012' };
  expect(keyOfFields(fields)).toEqual({ key: { document_number: 'L898902C3', ...ANNA } });
  expect(keyOfFields({ ...fields, date_of_birth: '12081974' })).toMatchObject({ key: ANNA });
});

test('accepts a document without an expiry date, typed as a dash or scanned', () => {
  const fields = { document_number: 'L898902C3', date_of_birth: '12/08/1974', date_of_expiry: ' – ' };
  const key = { document_number: 'L898902C3', date_of_birth: '740812', date_of_expiry: '<<<<<<' };
  expect(keyOfFields(fields)).toEqual({ key });
  expect(keyOfMrz('L898902C36UTO7408122F<<<<<<0ZE184226B<<<<<10')).toEqual({ key });
  expect(printedDate(key.date_of_expiry, 'FUTURE')).toBe('-');
});

test.each([
  [{ document_number: '' }, 'document_number'],
  [{ document_number: 'L89_' }, 'document_number'],
  [{ date_of_birth: '31/02/1974' }, 'date_of_birth'],
  [{ date_of_birth: '12/8/74' }, 'date_of_birth'],
  [{ date_of_expiry: '' }, 'date_of_expiry'],
])('names an invalid field: %j', (change, problem) => {
  const fields = { document_number: 'L898902C3', date_of_birth: '12/08/1974', date_of_expiry: '15/04/2012', ...change };
  expect(keyOfFields(fields)).toEqual({ problem });
});

test.each([
  ['740812', 'PAST', '12/08/1974'],
  ['351231', 'FUTURE', '31/12/2035'],
  ['85<<<<', 'PAST', ''],
] as const)('shows the date %s, which lies in the %s, as %s', (date, lies, shown) => {
  expect(printedDate(date, lies, new Date('2026-11-27'))).toBe(shown);
});

test('requires six digits of a card access number', () => {
  expect(keyOfCan('123 456')).toEqual({ key: { can: '123456' } });
  expect(keyOfCan('12345')).toEqual({ problem: 'can' });
});
