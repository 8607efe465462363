import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { captured } from '../tests/support/packages/script.ts';
import { measuredContract } from './bench/contract-part.ts';
import { growthCalls } from './bench/growth/calls.ts';
import { bench } from './bench.ts';
import { operationsOf, readContract } from './contract/contract.ts';

const run = (...args: string[]) => captured((output) => bench(args, output));

test('--help lists every command, case and server', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  for (const word of [
    'profile',
    'growth',
    'start',
    'chip',
    'reader',
    'sdk',
    'create-one',
    'credentials',
    'raw',
    'sigill',
    'fastify',
  ])
    expect(out).toContain(word);
});

test.each([
  [['sing'], 'There is no command "sing"'],
  [['--case', 'nothing'], 'There is no case "nothing": create,'],
  [['--only', 'nobody'], 'There is no server "nobody": raw, sigill'],
  [['sdk', '--only', 'nobody'], 'There is no client "nobody": sigill, sigill-whole, openapi-fetch'],
  [['profile'], 'profile needs a case'],
  [['chip', '--only', 'nobody'], 'There is no part "nobody": engine, service'],
  [['growth', '--engine', 'paper'], 'There is no engine "paper": sqlite, postgresql'],
  [['--rounds', 'none'], '--rounds must be a number above 0'],
  [['--loud'], "Unknown option '--loud'"],
])('%j is refused with what would be right', async (args, text) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(text);
});

test('a comparison checks the answers, and prints a ratio for each server', async () => {
  const { code, out, err } = await run('--only', 'raw,sigill', '--rounds', '1', '--scale', '0.01');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^state +raw +b +1\.00 /m);
  expect(out).toMatch(/^create +sigill +rabce +\d+\.\d\d .*(met|MISSED)/m);
  expect(out).toMatch(/^invalid +sigill /m);
  expect(out).toContain('e  keeps images encrypted');
});

test('the comparison of SDKs makes its calls, and prints what each client weighs and costs', async () => {
  const { code, out } = await run('sdk', '--only', 'sigill,sigill-whole', '--rounds', '1', '--scale', '0.005');
  expect(code).toBe(0);
  const figures = (label: string) =>
    out
      .split('\n')
      .find((line) => line.startsWith(`| ${label} |`))
      ?.match(/[\d.]+/g) ?? [];
  const [one, whole] = [figures('`@sigill/sdk`, one class'), figures('`@sigill/sdk`')].map((all) => all.map(Number));
  expect([one?.length, whole?.length]).toEqual([5, 5]);
  // With one class, a bundle holds the calls of one resource.
  expect(one![0]).toBeLessThan(whole![0]!);
});

test('an answer that has changed stops the comparison, until it is accepted', async () => {
  const answers = join(mkdtempSync(join(tmpdir(), 'sigill-answers-')), 'answers.json');
  const right = JSON.parse(readFileSync(join(import.meta.dirname, 'bench/answers.json'), 'utf8'));
  right.invalid.body.code = 'another_code';
  writeFileSync(answers, JSON.stringify(right));
  const quick = ['--only', 'sigill', '--case', 'invalid', '--rounds', '1', '--scale', '0.01', '--answers', answers];

  const changed = await run(...quick);
  expect(changed.code).toBe(1);
  expect(changed.err).toContain('sigill invalid: body.code: "another_code" → "wrong_type"');
  expect(changed.out).toBe('');
  expect((await run(...quick, '--accept')).code).toBe(0);
  expect(JSON.parse(readFileSync(answers, 'utf8')).invalid.body.code).toBe('wrong_type');
});

test('every list of the contract is measured as it grows', () => {
  const lists = operationsOf(readContract()).flatMap(({ operationId }) =>
    operationId.endsWith('.list') ? [operationId] : [],
  );
  const measured = growthCalls().map(({ name }) => name.split(' ')[0]);
  expect(lists.filter((list) => !measured.includes(list))).toEqual([]);
});

test('the peers read the measured calls of the contract, with every component that these need', () => {
  const document = JSON.stringify(measuredContract());
  const { paths, components } = JSON.parse(document) as { paths: object; components: Record<string, object> };
  expect(Object.keys(paths)).toEqual(['/api/v1/session.create', '/api/v1/session.get', '/api/v1/session.state']);
  for (const [, section, name] of document.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(components[section!]).toHaveProperty(name!);
});
