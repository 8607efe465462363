/** Holds the table of requirements to the sources: every row once, every test that it names there. Prints it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { last_row, lines } from './checklist.ts';

const root = join(import.meta.dirname, '..');

/** Titles of the tests and groups of a file that run. */
const titlesOf = new Map<string, Set<string>>();
function titles(file: string): Set<string> {
  let found = titlesOf.get(file);
  if (!found) {
    const path = [join(root, 'tests', `${file}.test.ts`), join(root, `${file}.test.ts`)].find((at) => existsSync(at));
    if (!path) throw new Error(`There is no ${file}.test.ts`);
    const source = readFileSync(path, 'utf8');
    const calls =
      /(\b(?:it|test|describe)\b[\w.]*|\))\(\s*(['"`])((?:\\.|(?!\2)[\s\S])*?)\2\s*,\s*(?:async\s*)?(?:\(|\w+\s*=>)/g;
    found = new Set(
      [...source.matchAll(calls)].filter(([, call]) => !/skip|todo/.test(call!)).map((match) => match[3]!),
    );
    titlesOf.set(file, found);
  }
  return found;
}

test('every row is in the table once, in order', () => {
  const rows = lines.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );
  expect(rows).toEqual(Array.from({ length: last_row }, (_, before) => before + 1));
});

describe('every test that the table names', () => {
  const named = [...new Set(lines.flatMap(([, , , ...tests]) => tests))];

  test.each(named)('%s', (name) => {
    const [file, title] = name.split(' › ') as [string, string];
    expect([...titles(file)]).toContain(title);
  });
});

afterAll(() => {
  const number = (row: number) => String(row).padStart(3, '0');
  const table = lines.flatMap(([first, last, about, ...tests]) =>
    Array.from(
      { length: last - first + 1 },
      (_, offset) => `${number(first + offset)}  ${about} → ${tests.length > 0 ? tests.join('; ') : 'open'}`,
    ),
  );
  const open = table.filter((row) => row.endsWith('→ open')).length;
  console.info([...table, `${table.length} rows, ${table.length - open} shown by tests, ${open} open`].join('\n'));
});
