import { expect, test } from 'vitest';
import { captured } from '../../tests/support/packages/script.ts';
import { operate } from './operator.ts';

const run = (...args: string[]) => captured((output) => operate(args, { ...output, environment: {} }));

test.each([
  ['another command’s option', ['plan', '5', 'starter', '--sod', 'nonsense'], 'Unknown option: --sod.'],
  ['an unknown option', ['incident', 'open', '--componant', 'mail'], '--componant. Did you mean --component?'],
  ['an option without its value', ['paid', '5', '--reference'], "Option '--reference <value>' argument missing."],
  ['a word too many', ['plan', '5', 'starter', 'now'], 'Unexpected argument: now.'],
])('refuses %s before it opens the database, and shows the options', async (_, args, sentence) => {
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([1, '']);
  expect(err.split('\n')[0]).toContain(sentence);
  expect(err).toContain('--migrate');
});

test('lists the commands, each with help that names its own options', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  const names = out.split('\n').flatMap((line) => /^ {2}([a-z-]+(?: [a-z]+)?)\b/.exec(line)?.[1] ?? []);
  expect(names.length).toBeGreaterThan(25);
  for (const name of names) {
    const help = await run(...name.split(' '), '--help');
    expect(help, name).toMatchObject({ code: 0, err: '', out: expect.stringContaining('--migrate') });
    expect(help.out, name).toMatch(new RegExp(`^npm run operator -- ${name}\\b`));
  }
  const { out: plan } = await run('plan', '--help');
  expect(plan).toContain('--unit-price USD');
  expect(plan).not.toContain('--sod');
});

test.each([[[]], [['launch']], [['trust', 'everything']], [['incident']]])('refuses unknown %j', async (args) => {
  expect(await run(...args)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^npm run operator -- COMMAND/),
  });
});
