import { expect, test } from 'vitest';
import { localeOf } from './locale.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['es', 'es'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['sv, en;q=0.5, es;q=0.7', 'es'],
  ['de', undefined],
  ['es;q=0, en', 'en'],
  ['EN-gb', 'en'],
])('reads %j as %j', (accept_language, locale) => {
  expect(localeOf({ id: 'request', ...(accept_language !== undefined && { accept_language }) })).toBe(locale);
});
