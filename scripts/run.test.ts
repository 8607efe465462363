import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../openapi/contract/contract.ts';

let folder: string;
const lock = () => join(folder, 'package-lock.json');
const asked = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n').filter(Boolean);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-run-'));
  for (const name of ['scripts', 'server']) mkdirSync(join(folder, name));
  for (const name of ['scripts/run.mjs', 'package.json', 'server/package.json'])
    copyFileSync(join(root, name), join(folder, name));
  for (const [name, text] of Object.entries({ 'package-lock.json': '{}', 'scripts/tasks.ts': '', asked: '' }))
    writeFileSync(join(folder, name), text);
  const npm = `const { appendFileSync, mkdirSync, rmSync } = require('node:fs');
    appendFileSync('asked', process.argv.slice(2).filter((word) => !/audit|fund/.test(word)).join(' ') + '\\n');
    if (process.argv[2] === 'ci') rmSync('node_modules', { recursive: true, force: true });
    mkdirSync('node_modules', { recursive: true });
    if (process.env.NPM_FAILS) process.exit(3);`;
  writeFileSync(join(folder, 'npm.cjs'), npm);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (task: string, environment: NodeJS.ProcessEnv = {}) =>
  execFileSync(process.execPath, [join(folder, 'scripts/run.mjs'), task], {
    env: { ...process.env, npm_lifecycle_event: undefined, npm_execpath: join(folder, 'npm.cjs'), ...environment },
    stdio: 'pipe',
  });

test('npm start installs only what it needs, and npm test adds the rest once', () => {
  for (const task of ['start', 'start', 'test', 'check', 'start', 'test']) run(task);
  expect(asked()).toEqual(['ci --omit=dev', 'install --no-save --include=dev']);
});

test('npm test installs everything in one step', () => {
  for (const task of ['test', 'start']) run(task);
  expect(asked()).toEqual(['ci --include=dev']);
});

test('a changed lock file is reinstalled, with the test packages if they were installed', () => {
  run('start');
  appendFileSync(lock(), ' ');
  run('start');
  run('test');
  appendFileSync(lock(), ' ');
  run('start');
  expect(asked()).toEqual(['ci --omit=dev', 'ci --omit=dev', 'install --no-save --include=dev', 'ci --include=dev']);
});

test('retries a failed installation', () => {
  expect(() => run('start', { NPM_FAILS: 'yes' })).toThrow(expect.objectContaining({ status: 3 }));
  run('start');
  expect(() => run('test', { NPM_FAILS: 'yes' })).toThrow(expect.objectContaining({ status: 3 }));
  run('test');
  expect(asked()).toEqual([
    'ci --omit=dev',
    'ci --omit=dev',
    'install --no-save --include=dev',
    'install --no-save --include=dev',
  ]);
});
