import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '../openapi/contract/contract.ts';

const npmTest = (words: string[], environment: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, ['scripts/tasks.ts', 'test', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CI: undefined, ...environment },
  });

const misspelt: [words: string[], said: string][] = [
  [['tests/api/sesion.test.ts'], 'sesion.test.ts. Did you mean tests/api/session.test.ts?\n'],
  [['tests/contract/session.test.ts'], 'tests/contract/session.test.ts. Did you mean tests/api/session.test.ts?\n'],
  [['tests/api/session.test.ts', 'tests/api/sesion.test.ts'], 'Did you mean tests/api/session.test.ts?\n'],
  [['unit', 'brwser'], 'Nothing is called brwser. Did you mean browser?\n'],
  [['a/misspelt/file'], 'Nothing is called a/misspelt/file. The parts are unit, api, '],
  [['-t', 'session.abort'], 'Nothing is called session.abort. '],
  [['unit', 'tests/api/session.test.ts'], 'Name either files or parts, not both.\n'],
];

test.each(misspelt)('npm test fails for %j and says what is wrong', (words, said) => {
  const { status, stderr, stdout } = npmTest(words, {});
  expect(stderr).toContain(said);
  expect(stdout).toBe('');
  expect(status).toBe(1);
});

test('npm test also fails in CI when it is given the name of a file that does not exist', () => {
  expect(npmTest(['a/misspelt/file'], { CI: '1' }).status).toBe(1);
});
