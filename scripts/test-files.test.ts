/** Which runs leave out a test file follows from what it imports and says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './contract/contract.ts';
import { imports, leftOut, testFiles } from './test-files.ts';

const onSqlite = leftOut('SQLite only');
const left = new Set([...leftOut('CI only').keys(), ...onSqlite.keys()]);
const DATABASE = 'tests/support/server/test-database.ts';

test('a test reaches the database through whatever it imports', () => {
  expect(imports('tests/contract/lists.test.ts', DATABASE)).toBe(true);
  expect(imports('tests/sdk/size.test.ts', DATABASE)).toBe(false);
});

test('every line that leaves a file out is understood, and gives a reason', () => {
  const meant = testFiles.filter((file) =>
    /^\/\/\s*(ci|sqlite)\b.*\bonly\b/im.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(meant.length).toBeGreaterThan(0);
  expect(meant.filter((file) => !left.has(file))).toEqual([]);
});

test('a file that runs on SQLite alone would otherwise run on both', () => {
  expect([...onSqlite.keys()].filter((file) => !imports(file, DATABASE))).toEqual([]);
});
