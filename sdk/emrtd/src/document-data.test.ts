import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trials } from '../../../tests/support/runs/trials.ts';
import { documentData } from './document-data.ts';
import { checkDigit } from './mrz/check-digit.ts';
import { parseMrz } from './mrz/mrz.ts';

const AT = new Date('2026-11-21T12:00:00Z');

function mrz(birth: string): string {
  const [number, dates, optional] = ['L898902C36', `${birth}${checkDigit(birth)}F3204153`, '<<<<<<<<<<<<<<0'];
  const composite = checkDigit(number + dates.replace('F', '') + optional);
  return `P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<${number}UTO${dates}${optional}${composite}`;
}

const births = fc.record({
  born: fc.date({ min: new Date('1900-01-01'), max: AT, noInvalidDate: true }),
  // How many characters of the date the issuer knows, and what it writes for the rest.
  known: fc.constantFrom(0, 2, 4, 6),
  unknown: fc.constantFrom('0', '<'),
  dg11: fc.constantFrom('absent', 'zeros', 'century and zeros', 'whole'),
});

test('never makes a person older than the document may mean, however it writes unknown parts', () => {
  fc.assert(
    fc.property(births, ({ born, known, unknown, dg11 }) => {
      const day = born.toISOString().slice(0, 10);
      const digits = day.replaceAll('-', '');
      const field = digits.slice(2, 2 + known).padEnd(6, unknown);
      const full = {
        absent: undefined,
        zeros: `${known ? digits.slice(0, 2 + known) : ''}`.padEnd(8, '0'),
        'century and zeros': digits.slice(0, 2 + known).padEnd(8, '0'),
        whole: digits,
      }[dg11];
      const date_of_birth = full?.replace(/^(....)(..)(..)$/, '$1-$2-$3');
      const personal = date_of_birth ? { date_of_birth } : {};
      const { latest_date_of_birth } = documentData(parseMrz(mrz(field), AT), { personal, document: {}, at: AT });
      if (latest_date_of_birth) expect(latest_date_of_birth >= day, `${field} ${full}`).toBe(true);
    }),
    trials(2000),
  );
});
