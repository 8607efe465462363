import { expect, test } from 'vitest';
import { normaliseCode } from './CodeField';
import { formatCount, formatUsd } from './format';
import { highlight, type Token } from './highlight';
import { passwordStrength } from './PasswordField';

test.each([
  ['ab c-123', 'ABC123'],
  [' a2b3c4 ', 'A2B3C4'],
  ['A2B3C4D5', 'A2B3C4'],
  ['código', 'CDIGO'],
  ['', ''],
])('reads the code %j as %j', (typed, code) => {
  expect(normaliseCode(typed)).toBe(code);
});

test.each([
  ['abc', 'short'],
  ['aaaaaaaaaaaa', 'guessable'],
  ['12345678', 'guessable'],
  ['qwertyuiop', 'guessable'],
  ['tr0ub4dor', 'fair'],
  ['correct horse battery', 'strong'],
] as const)('rates the password %j as %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

const textsOf = (code: string, kind?: Token['kind']) =>
  highlight(code)
    .filter((token) => !kind || token.kind === kind)
    .map(({ text }) => text);

test('keeps every character of highlighted code', () => {
  const code = `import { Sigill } from '@sigill/sdk'; // why\ncurl https://sigill.example/api -d '{ "a": 1 }' # and\n`;
  expect(textsOf(code).join('')).toBe(code);
  expect(textsOf(code, 'comment')).toEqual(['// why', '# and']);
});

test('does not highlight keywords inside names', () => {
  expect(textsOf('export SIGILL_PUBLIC_KEY=public-key-…', 'word')).toEqual(['export']);
});

test('formats money from its decimal string', () => {
  expect(formatUsd('0.10', 'en')).toBe('$0.10');
  expect(formatUsd('99', 'en')).toBe('$99');
  expect(formatUsd('12345678901234567.89', 'en')).toBe('$12,345,678,901,234,567.89');
  expect(formatUsd('0.01', 'es')).toBe('0,01\u00a0$');
  expect(formatCount(1_000_000_000, 'es')).toBe('1.000.000.000');
});
