import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { localeOf, withLocale } from './locale';

const folder = new URL('.', import.meta.url);
const spanish = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(^|\/)es\.po$/.test(file));

test.each(spanish)('%s leaves nothing untranslated and keeps every placeholder', (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8').replace(/"\n"/g, '');
  const messages = [...text.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)];
  expect(messages.length).toBeGreaterThan(0);
  for (const [, source = '', translation = ''] of messages) {
    expect(translation, source).not.toBe('');
    expect(placeholders(translation), source).toEqual(placeholders(source));
  }
});

test('a text has one translation, whichever catalogs are loaded with it', () => {
  const translations = new Map<string, Set<string>>();
  for (const file of spanish) {
    const text = readFileSync(new URL(file, folder), 'utf8').replace(/"\n"/g, '');
    for (const [, context = '', source = '', translation = ''] of text.matchAll(
      /(?:^msgctxt "(.+)"\n)?^msgid "(.+)"\nmsgstr "(.*)"$/gm,
    )) {
      const of = `${source}${context && ` (${context})`}`;
      translations.set(of, (translations.get(of) ?? new Set()).add(translation));
    }
  }
  expect([...translations].filter(([, several]) => several.size > 1)).toEqual([]);
});

/** What stands behind a plural form is text. */
const placeholders = (message: string) =>
  [...message.matchAll(/(?<!\b(?:one|many|other|=\d+) )\{\w+|<\/?\d+\/?>/g)].map(String).sort();

test.each([
  ['/', 'es', '/es'],
  ['/pricing', 'es', '/es/pricing'],
  ['/es', 'en', '/'],
  ['/es/user/5', 'en', '/user/5'],
  ['/es/pricing', 'es', '/es/pricing'],
  ['/essay', 'es', '/es/essay'],
] as const)('%s under %s is %s', (path, locale, moved) => {
  expect(withLocale(path, locale)).toBe(moved);
  expect(localeOf(moved)).toBe(locale);
});
