/** Only this guide explains why sessions fail, so every failure links to its entry there. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readContract } from '../../../openapi/contract/contract';
import { compileDocument } from '../../content-plugin';

const reasonsOf = <Reason>(schema: string) =>
  Object.entries(readContract().components.schemas[schema]!['x-reasons'] as Record<string, Reason>);
const reasons = reasonsOf<{ message: string; retryable: boolean }>('FailureCode');
const causes = reasonsOf<{ code: string; message: string }>('ReaderFailCause');

const entriesOf = (locale: 'en' | 'es'): Map<string, string[]> => {
  const file = new URL(`../../../docs/guides/failure-guide${locale === 'en' ? '' : '.es'}.md`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const known = compileDocument(text, locale).headings.map(({ id }) => id);
  const entries = text.split(/^#{2,3} /m).map((part) => part.trim().split(/\n+/));
  return new Map(
    entries
      .map(([head = '', ...lines]) => [/\{#(\w+)\}$/.exec(head)?.[1] ?? '', lines] as const)
      .filter(([id]) => known.includes(id)),
  );
};

describe.each([
  ['en', ['The person', 'You', 'Again'], ['Yes', 'No']],
  ['es', ['La persona', 'Tú', 'Otra vez'], ['Sí', 'No']],
] as const)('in %s', (locale, parts, [yes, no]) => {
  const entries = entriesOf(locale);

  test.each(reasons)(
    '%s says what it means, what the person and the company can do, and whether to retry',
    (code, { message, retryable }) => {
      const [meaning = '', ...rest] = entries.get(code) ?? [];
      expect(rest.slice(0, parts.length)).toEqual(
        parts.map((part) => expect.stringMatching(new RegExp(`^- \\*\\*${part}:\\*\\* \\S`))),
      );
      expect(rest[2]).toMatch(new RegExp(`\\*\\* ${retryable ? yes : no}[.,]`));
      if (locale === 'en') expect(meaning.startsWith(`${message} `)).toBe(true);
      expect(meaning.length).toBeGreaterThan(message.length);
    },
  );

  test.each(reasons)('%s is followed by one row for each of its causes and nothing else', (code) => {
    const rows = (entries.get(code) ?? []).slice(1 + parts.length);
    const expected = causes.filter(([, cause]) => cause.code === code);
    expect(rows.slice(2).map((row) => row.split(' | ')[0])).toEqual(expected.map(([cause]) => `| \`${cause}\``));
    for (const [index, [, { message }]] of expected.entries()) {
      const [, happened = '', helps = ''] = rows[index + 2]!.split(' | ');
      expect(helps).toMatch(/^\p{Lu}.{10,} \|$/u);
      if (locale === 'en') expect(happened).toBe(message);
    }
  });
});
