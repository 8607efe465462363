// CI only: it generates everything several times.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contractFile, root } from '../../openapi/contract/contract.ts';
import { lint } from '../../openapi/contract/lint.ts';
import { steps } from '../build-steps.ts';
import { inputsOf } from '../fingerprint.ts';

const tree = mkdtempSync(join(tmpdir(), 'sigill-generate-'));
const contract = readFileSync(contractFile, 'utf8');

const inputs = inputsOf(root, steps.find(({ name }) => name === 'generate')!);

function bring(path: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  cpSync(join(root, path), join(tree, path));
}

beforeAll(() => {
  inputs.forEach(bring);
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
});
beforeEach(() => {
  for (const name of ['server', 'sdk', 'web']) rmSync(join(tree, name), { recursive: true, force: true });
  inputs.filter((path) => /^(server|sdk|web)\//.test(path)).forEach(bring);
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

function generate(text: string): { status: number | null; said: string; files: string[] } {
  writeFileSync(join(tree, 'openapi/v1.yaml'), text);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/generate/generate.ts'], {
    cwd: tree,
    encoding: 'utf8',
  });
  const files = globSync('{server,sdk,web}/**/*.*', { cwd: tree }).filter((path) => !inputs.includes(path));
  return { status, said: stderr, files };
}

function placeOf(text: string, part: string): string {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

test('reports a misspelt reference with its operation and line', () => {
  const [, before = '', name = ''] = /(\/session\.state:\n[\s\S]*?)#\/components\/responses\/(\w+)/.exec(contract)!;
  const right = `#/components/responses/${name}`;
  const wrong = `#/components/responses/${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`;
  const text = contract.replace(before + right, before + wrong);
  const { status, said, files } = generate(text);
  expect(said).toBe(
    `openapi/v1.yaml:${placeOf(text, `$ref: '${wrong}'`)}: session.state refers to ${wrong}, which does not exist. Did you mean ${right}?\nNothing was generated.\n`,
  );
  expect([status, files]).toEqual([1, []]);
});

test('reports a reference that resembles no component, with the component that contains it', () => {
  const text = contract.replace(
    /\n {2}schemas:\n/,
    "$&    Lost: { $ref: '#/components/schemas/NothingOfTheKindAnywhere' }\n",
  );
  const { status, said, files } = generate(text);
  expect(said).toContain(
    'components/schemas/Lost refers to #/components/schemas/NothingOfTheKindAnywhere, which does not exist.\n',
  );
  expect([status, files]).toEqual([1, []]);
});

test('reports a broken rule in a line with its place, and generates nothing', () => {
  const text = contract.replace('summary: ', 'sumary: ');
  const { status, said, files } = generate(text);
  expect(said).toContain(
    `openapi/v1.yaml:${placeOf(text, 'sumary')}: Property \`sumary\` is not expected here. Did you mean summary?`,
  );
  expect(said).toContain('Nothing was generated.\n');
  expect([status, files]).toEqual([1, []]);
});

test('reports the place of a code in x-errors that no response shows', () => {
  const text = contract.replace(
    '[ session_not_open, session_already_started, email_not_verified ]',
    '[ session_not_open, session_alredy_started, email_not_verified ]',
  );
  const { status, said, files } = generate(text);
  expect(said).toBe(
    `openapi/v1.yaml:${placeOf(text, 'session_alredy_started')}: No response in components shows session_alredy_started. Did you mean session_already_started? (sigill/own-errors)\nNothing was generated.\n`,
  );
  expect([status, files]).toEqual([1, []]);
});

test('reports a failure code without a reason for people', () => {
  const text = contract.replace(/ {8}nfc_lost:[^\n]*(\n {10}[^\n]*)*\n/, '');
  expect(text).not.toBe(contract);
  const { status, said, files } = generate(text);
  expect(said).toContain('nfc_lost needs a message and whether it is retryable, in x-reasons');
  expect([status, files]).toEqual([1, []]);
});

test('requires dates in order for a deprecated call, and none for other calls', async () => {
  const marked = (id: string, text: string) => (whole: string) =>
    whole.replace(`      operationId: ${id}\n`, `$&${text.replaceAll(/^/gm, '      ')}\n`);
  const file = join(tree, 'deprecated.yaml');
  const edits = [
    marked('session.get', 'deprecated: true'),
    marked('session.list', "deprecated: true\nx-deprecated-since: '2026-11-21'\nx-sunset: '2026-13-01'"),
    marked('session.state', "deprecated: true\nx-deprecated-since: '2026-11-21'\nx-sunset: '2026-11-21'"),
    marked('session.abort', "x-sunset: '2027-12-01'"),
    marked('session.redact', 'deprecated: true\nx-deprecated-since: 2026-11-21\nx-sunset: 2027-12-01'),
  ];
  const text = edits.reduce((whole, edit) => edit(whole), contract);
  writeFileSync(file, text);
  const rule = ' (sigill/deprecations)';
  const lineOf = (part: string) => Number(placeOf(text, part).split(':')[0]);
  const lines = (await lint(file)).map((problem) => problem.replace(/^.*deprecated\.yaml:(\d+):\d+: /, '$1 '));
  expect(lines.toSorted()).toEqual(
    [
      `${lineOf('operationId: session.get')} A deprecated call needs x-deprecated-since and x-sunset, as YYYY-MM-DD${rule}`,
      `${lineOf('operationId: session.list')} A deprecated call needs x-deprecated-since and x-sunset, as YYYY-MM-DD${rule}`,
      `${lineOf('operationId: session.abort')} Dates of a deprecation need deprecated: true${rule}`,
      `${lineOf("x-sunset: '2026-11-21'")} x-sunset must be after x-deprecated-since${rule}`,
    ].toSorted(),
  );
});

test('refuses a pattern that only some validators read as it was meant', async () => {
  const file = join(tree, 'patterns.yaml');
  const text = contract.replace(/( {4}PasskeyName:\n.*\n {6}pattern: ).*/, String.raw`$1^[^\p{Cc}]*$`);
  writeFileSync(file, text);
  expect((await lint(file)).map((problem) => problem.replace(/^.*patterns\.yaml:/, ''))).toEqual([
    `${placeOf(text, String.raw`^[^\p{Cc}]*$`)}: Write \\p{Cc} as ranges such as \\x00-\\x1F: validators read it in different ways (sigill/patterns)`,
  ]);
});

test('writes generated files only when they change, and deletes stale ones', () => {
  const { status, files } = generate(contract);
  expect(status).toBe(0);
  expect(files).toEqual(
    expect.arrayContaining(['server/generated/validators.mjs', 'sdk/client/src/generated/api/sdk.gen.ts']),
  );
  expect(files.filter((name) => name.endsWith('.new'))).toEqual([]);
  const times = () => files.map((name) => statSync(join(tree, name)).mtimeMs);
  const before = times();
  const old = join(tree, 'sdk/client/src/generated/renamed.gen.ts');
  writeFileSync(old, '// Generated once.');
  expect(generate(contract).status).toBe(0);
  expect(times()).toEqual(before);
  expect(existsSync(old)).toBe(false);
});
