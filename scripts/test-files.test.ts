import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../openapi/contract/contract.ts';
import { imports, leftOut, testFiles } from './test-files.ts';

const onSqlite = leftOut('SQLite only');
const left = new Set([...leftOut('CI only').keys(), ...leftOut('PostgreSQL in CI only').keys(), ...onSqlite.keys()]);
const DATABASE = 'tests/support/server/test-database.ts';

test('detects that a test uses the database through its imports', () => {
  expect(imports('tests/contract/lists.test.ts', DATABASE)).toBe(true);
  expect(imports('tests/sdk/size.test.ts', DATABASE)).toBe(false);
});

test('every line that leaves a file out is recognised, and gives a reason', () => {
  const meant = testFiles.filter((file) =>
    /^\/\/\s*(ci|sqlite|postgresql)\b.*\bonly\b/im.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(meant.length).toBeGreaterThan(0);
  expect(meant.filter((file) => !left.has(file))).toEqual([]);
});

test('a file marked to run only on SQLite would otherwise run on both', () => {
  expect([...onSqlite.keys()].filter((file) => !imports(file, DATABASE))).toEqual([]);
});
