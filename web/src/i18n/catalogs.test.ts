import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { localeOf, withLocale } from './locale';

test('Spanish leaves nothing untranslated and keeps every placeholder', () => {
  const text = readFileSync(new URL('es.po', import.meta.url), 'utf8').replace(/"\n"/g, '');
  const messages = [...text.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)];
  expect(messages.length).toBeGreaterThan(0);
  for (const [, source = '', translation = ''] of messages) {
    expect(translation, source).not.toBe('');
    expect(placeholders(translation), source).toEqual(placeholders(source));
  }
});

/** The text of a plural form is not a placeholder. */
const placeholders = (message: string) =>
  [...message.matchAll(/(?<!(?:\b(?:one|many|other)|=\d+) )\{\w+|<\/?\d+\/?>/g)].map(String).sort();

test.each([
  ['/', 'es', '/es'],
  ['/pricing', 'es', '/es/pricing'],
  ['/es', 'en', '/'],
  ['/es/user/5', 'en', '/user/5'],
  ['/es/pricing', 'es', '/es/pricing'],
  ['/essay', 'es', '/es/essay'],
] as const)('%s in locale %s is %s', (path, locale, moved) => {
  expect(withLocale(path, locale)).toBe(moved);
  expect(localeOf(moved)).toBe(locale);
});
