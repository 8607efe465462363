import type { ChipVerification } from '@sigill/sdk/portal';
import { expect, test } from 'vitest';
import { htmlInEnglish } from '../../i18n/html-in-english';
import { DocumentRemarks } from './DocumentRemarks';

const passed = { result: 'PASSED' } as const;
const chip: ChipVerification = {
  checks: {
    issuer: passed,
    signature: passed,
    data: passed,
    document: passed,
    clone: passed,
    portrait: passed,
    face: passed,
  },
  clone_protection: 'NONE',
  data_groups: [1, 2],
  weak_algorithms: [],
  specimen: false,
};

const shown = (more: Partial<ChipVerification>): string =>
  htmlInEnglish(<DocumentRemarks chip={{ ...chip, ...more }} />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('shows a flag in words, with the code that the backend gets', () => {
  const text = shown({ flags: [{ code: 'signer_validity', message: 'as the service says it' }] });
  expect(text).toContain('The signer’s certificate is valid outside its authority’s validity period. signer_validity');
  expect(text).not.toContain('as the service says it');
});

test('also shows a deviation in the State’s own words', () => {
  expect(shown({ flags: [{ code: 'deviation_mrz', message: 'Printed wrongly' }] })).toContain(
    'deviation_mrz Printed wrongly',
  );
});

test('shows an unknown flag in the service’s words', () => {
  const flags = [{ code: 'brand_new', message: 'Something new' }] as unknown as ChipVerification['flags'];
  expect(shown({ flags })).toContain('Something new brand_new');
});

test('shows an outdated algorithm with its place', () => {
  expect(shown({ weaknesses: [{ where: 'DOCUMENT_SIGNER', algorithm: 'RSA 1024' }] })).toContain(
    'Document signer: RSA 1024 is outdated',
  );
});

test('shows nothing without remarks', () => {
  expect(shown({ flags: [], weaknesses: [] })).toBe('');
  expect(shown({})).toBe('');
});
