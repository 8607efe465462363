/** Every requirement of OWASP ASVS 5.0 at levels 1 and 2 has a row in docs/security, and its evidence exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';

/** The level of each requirement, by section: of 1.2, the first five have level 1, the next four level 2, the last level 3. */
const LEVELS: Record<string, string> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{ '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333', '3.6': '3', '3.7': '22333' },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233' },
  ...{ '6.5': '22222333', '6.6': '2223', '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333' },
  ...{ '10.5': '22222', '10.6': '22', '10.7': '222' },
  ...{ '11.1': '2233', '11.2': '22233', '11.3': '11233', '11.4': '1222', '11.5': '23', '11.6': '23', '11.7': '33' },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
  ...{ '17.1': '23', '17.2': '22223333', '17.3': '22' },
};
const required = Object.entries(LEVELS).flatMap(([section, levels]) =>
  [...levels].flatMap((level, at) => (level === '3' ? [] : [`${section}.${at + 1} of level ${level}`])),
);

const STATES = ['met', 'in part', 'not met', 'not applicable'];

const read = (name: string) => readFileSync(join(root, 'docs/security', name), 'utf8');
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const lines = read('asvs.md').split('\n');
const rows = lines
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [id = '', level = '', about = '', state = '', where = ''] = cellsOf(line);
    return { id, level, about, state, where };
  });

/** The code spans of a text that look like paths: not `session.get` or `PORT`. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name]) => name!)
    .filter((name) => !name.startsWith('/') && /\/|\.(ts|tsx|md|json|yaml)$/.test(name));

test('the levels are those of the standard: 70 requirements at level 1, 183 more at level 2', () => {
  const at = (level: number) => required.filter((one) => one.endsWith(`level ${level}`)).length;
  expect([at(1), at(2)]).toEqual([70, 183]);
});

describe('the table of ASVS', () => {
  test('has one row for each requirement, with its level', () => {
    expect(rows.map(({ id, level }) => `${id} of level ${level}`)).toEqual(required);
  });

  test('gives each row a state, and says why or where', () => {
    const silent = rows.filter(({ about, state, where }) => !STATES.includes(state) || about === '' || where === '');
    expect(silent).toEqual([]);
  });

  test('names code, a test or a document where a requirement is met', () => {
    expect(rows.filter(({ state, where }) => state === 'met' && pathsIn(where).length === 0)).toEqual([]);
  });

  test('starts with the right sums', () => {
    const sums = ['1', '2'].map((level) => {
      const counts = STATES.map((state) => rows.filter((row) => row.level === level && row.state === state).length);
      return [level, ...counts, counts.reduce((sum, count) => sum + count)].map(String);
    });
    const heading = lines.findIndex((line) => line.startsWith('| level |'));
    expect(cellsOf(lines[heading]!).slice(1, -1)).toEqual(STATES);
    expect([lines[heading + 2]!, lines[heading + 3]!].map(cellsOf)).toEqual(sums);
  });
});

test.each(readdirSync(join(root, 'docs/security')))('every path that %s names exists', (name) => {
  const paths = pathsIn(read(name));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
