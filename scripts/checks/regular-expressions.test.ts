// CI only: it runs the check as a command for each case.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { spawned } from '../../tests/support/packages/script.ts';

const folder = mkdtempSync(join(tmpdir(), 'sigill-expressions-'));
afterAll(() => rmSync(folder, { recursive: true }));

function check(name: string, ...lines: string[]) {
  const file = join(folder, name);
  writeFileSync(file, lines.join('\n'));
  return spawned('scripts/checks/regular-expressions.ts', [file]);
}

test('accepts expressions that take linear time', async () => {
  const ended = await check('safe.ts', 'const a = /^[a-z]+$/;', "const b = new RegExp('^a{1,4}b$', 'u');");
  expect(ended).toMatchObject({ code: 0, output: '' });
});

test('reports the place, the pattern and an attack for an expression that some input makes slow', async () => {
  const { code, err } = await check(
    'slow.ts',
    'const words = (text: string) => text.split(/\\s*,\\s*/);',
    `const name = (prefix: string) => new RegExp(\`^$\{prefix}(a|a)*$\`);`,
    "const blanks = RegExp('[<\\\\s]+$');",
    '// /(b|b)*$/ in a comment is none, nor is "/(c|c)*$/".',
  );
  expect(code).toBe(1);
  expect(err.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/slow\.ts:1: \/\\s\*,\\s\*\/ .*2nd degree polynomial.*repeat\(/),
    expect.stringMatching(/slow\.ts:2: \/\^x\(a\|a\)\*\$\/ .*exponential.*repeat\(/),
    expect.stringMatching(/slow\.ts:3: \/\[<\\s\]\+\$\/ .*2nd degree polynomial.*repeat\(/),
  ]);
});

test('finds the patterns of the contract', async () => {
  const contract = ['components:', '  schemas:', '    Word:', '      type: string', '      pattern: ^(a+)+$'];
  const { code, err } = await check('contract.yaml', ...contract);
  expect(code).toBe(1);
  expect(err).toMatch(/contract\.yaml:5: \/\^\(a\+\)\+\$\/u .*exponential/);
});

test('accepts every expression of the server, the SDK and the contract', async () => {
  expect(await spawned('scripts/checks/regular-expressions.ts', [])).toMatchObject({ code: 0, output: '' });
});
