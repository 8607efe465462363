import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../openapi/contract/contract.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'sdk/*/*.md'], { cwd: root });
const scripts = Object.entries((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts);
const names = scripts.map(([name]) => name);
const rows = read('README.md')
  .split('\n')
  .filter((line) => line.startsWith('|'));

test.each(documents)('every npm script that %s names exists', (path) => {
  const named = [...read(path).matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:-]+)/g)].map(([, name]) => name);
  expect(named.filter((name) => !names.includes(name!))).toEqual([]);
});

test.each(documents)('%s names no script that runs only on the Node of the service', (path) => {
  expect(read(path).match(/\bnode (scripts|server|openapi|sdk|tests|web)\/.*/g)).toBeNull();
});

test.each(names)('a table of the README says what npm run %s does', (name) => {
  const command = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
  expect(rows.some((row) => new RegExp(`^\\| \`${command}( -- [^\`]+)?\` \\|`).test(row))).toBe(true);
});

test('every npm script is a task, which runs on the locked Node', () => {
  expect(scripts.map(([name, command]) => [name, command])).toEqual(
    names.map((name) => [name, `node scripts/run.mjs ${name}`]),
  );
  const { stderr } = spawnSync(process.execPath, ['scripts/tasks.ts'], { cwd: root, encoding: 'utf8' });
  const tasks = /Tasks: (.+)/.exec(stderr)?.[1]?.split(', ') ?? [];
  expect(names.toSorted()).toEqual(tasks.toSorted());
});

test('the README names every package in sdk/', () => {
  const row = rows.find((line) => line.startsWith('| `sdk/`')) ?? '';
  const packages = globSync('sdk/*/README.md', { cwd: root }).map((path) => path.split(/[\\/]/)[1]!);
  expect(packages.filter((name) => !row.includes(`\`${name}\``))).toEqual([]);
});
