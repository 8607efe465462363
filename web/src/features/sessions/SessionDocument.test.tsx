import type { ApprovedSession } from '@sigill/sdk/portal';
import { expect, test } from 'vitest';
import { htmlInEnglish } from '../../i18n/html-in-english';
import { SessionDocument } from './SessionDocument';

const session = {
  id: 1,
  state: 'APPROVED',
  surname: 'Müller',
  given_names: 'Jörg',
  nationality: 'DE',
  date_of_birth: '1964-08-12',
  document_type: 'PASSPORT',
  expiry_date: '2032-04-15',
  mrz: {
    document_code: 'P',
    issuing_state: 'D',
    nationality: 'D',
    surname: 'MUELLER',
    given_names: 'JOERG',
    date_of_birth: '640812',
  },
} as unknown as ApprovedSession;

const page = (changes: Partial<ApprovedSession>): string =>
  htmlInEnglish(<SessionDocument session={{ ...session, ...changes }} />);

const text = (changes: Partial<ApprovedSession> = {}) => page(changes).replace(/(<[^>]*>)+/g, '|');

test('shows names as the holder spells them and as the MRZ does', () => {
  expect(text()).toContain('|Surname|Müller|Given names|Jörg|In the machine readable zone|MUELLER, JOERG|');
  const spelledAlike = { surname: 'MUELLER', given_names: 'JOERG' };
  expect(text(spelledAlike)).not.toContain('machine readable');
});

test('says what the names and the date of birth leave open', () => {
  const shown = text({
    given_names: 'JONATHON MA',
    names_truncated: true,
    birth_date_ambiguous: true,
    date_of_birth: '2015-08-12',
  });
  expect(shown).toContain('|Given names|JONATHON MA…|');
  expect(shown).toContain('|Date of birth|Aug 12, 1915 / Aug 12, 2015|');
});

test.each([
  [{ date_of_birth: '1964-08-12' }, 'Aug 12, 1964'],
  [{ date_of_birth: undefined, partial_date_of_birth: '1964-08' }, 'August 1964'],
  [{ date_of_birth: undefined, partial_date_of_birth: '1964' }, '1964'],
])('shows the known part of a date of birth: %o', (born, shown) => {
  expect(text(born as Partial<ApprovedSession>)).toContain(`|Date of birth|${shown}|`);
});

test.each([
  ['DE', 'D', 'Germany'],
  [undefined, 'XXA', 'Stateless'],
  [undefined, 'XXB', 'Refugee (1951 Convention)'],
  [undefined, 'XOM', 'XOM'],
])('shows the nationality %s, %s in the MRZ, as %s', (nationality, code, shown) => {
  const changes = { nationality, mrz: { ...session.mrz, nationality: code } } as unknown as Partial<ApprovedSession>;
  expect(text(changes)).toContain(`|Nationality|${shown}|`);
});

test('shows the holder’s signature and the date of issue if the chip has them', () => {
  const shown = page({ signature_image: 'AAAA', issue_date: '2022-04-15' });
  expect(shown).toContain('alt="Signature from the chip"');
  expect(shown).toContain('data:image/png;base64,AAAA');
  expect(shown).toContain('Apr 15, 2022');
  expect(page({})).not.toContain('Signature');
});
