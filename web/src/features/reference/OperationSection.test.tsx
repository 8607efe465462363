import { expect, test } from 'vitest';
import { htmlInEnglish } from '../../i18n/html-in-english';
import { DeprecationNote } from './OperationSection';
import type { Operation } from './operation';

const shown = (operation: Partial<Operation>): string =>
  htmlInEnglish(<DeprecationNote operation={operation as Operation} />).replaceAll(/<[^>]+>/g, '');

test('shows since when a call is deprecated and the earliest date it may stop working', () => {
  const dates = { 'x-deprecated-since': '2026-11-21', 'x-sunset': '2027-12-01' };
  expect(shown({ deprecated: true, ...dates })).toBe(
    'Deprecated since November 21, 2026. It will work until at least December 1, 2027.',
  );
});

test('shows nothing for other calls', () => {
  expect(shown({})).toBe('');
});
