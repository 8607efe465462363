// CI only: it starts every server of the benchmark.
import { expect, test } from 'vitest';
import { captured } from '../tests/support/packages/script.ts';
import { comparedFigures } from './bench/figures.ts';
import { unmeasuredLists } from './bench/growth/growth.ts';
import { inRounds, pairedRatios, quantile } from './bench/measure.ts';
import { measuredContract } from './bench/servers.ts';
import { bench } from './bench.ts';

const run = (...args: string[]) => captured((output) => bench(args, output));

test.each([
  [['sing'], 'Unknown command: "sing"'],
  [['--case', 'nothing'], 'There is no case "nothing": create,'],
  [['start', '--only', 'nobody'], 'There is no server "nobody": raw, sigill'],
  [['sdk', '--only', 'nobody'], 'There is no client "nobody": sigill, openapi-fetch'],
  [['chip', '--only', 'nobody'], 'There is no part "nobody": engine, service'],
  [['profile', 'state'], 'profile needs a case and a file'],
  [['--rounds', 'none'], '--rounds must be a number above 0'],
])('%j is refused with what would be right', async (args, text) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(text);
});

test('compares the service with the yardstick after checking their responses', async () => {
  const quick = ['--only', 'sigill', '--case', 'state,invalid', '--rounds', '1', '--scale', '0.01'];
  const { code, out, err } = await run(...quick);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^\| state +\| raw +\| b +\| +1 \| \(1\.00–1\.00\)/m);
  expect(out).toMatch(/^\| invalid +\| sigill +\| rabce +\| +\d+\.\d+ \|/m);
});

test('names what became dearer since the figures were kept', () => {
  const now = { state: 2.25, create: 0.75, added: 9 };
  const text = comparedFigures(now, { state: 2, create: 0.7, removed: 1 });
  expect(text).toContain('state: 2.00 before, 2.25 now (13%)\ncreate: 0.70 before, 0.75 now (7%)\n');
  expect(text).toContain('More than 10% dearer: state.');
  expect(comparedFigures(now, now)).toContain('Nothing became more than 10% dearer.');
});

test('measures every list in the contract as it grows', () => expect(unmeasuredLists()).toEqual([]));

test('gives peers the measured calls of the contract, with all components they need', () => {
  const document = JSON.stringify(measuredContract());
  const { paths, components } = JSON.parse(document) as { paths: object; components: Record<string, object> };
  expect(Object.keys(paths)).toEqual(['/api/v1/session.create', '/api/v1/session.get', '/api/v1/session.state']);
  for (const [, section, name] of document.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(components[section!]).toHaveProperty(name!);
});

test('divides values by those of the same round, and interpolates quantiles in any order', () => {
  expect(pairedRatios([2, 30], [1, 10])).toEqual([2, 3]);
  expect(() => pairedRatios([1], [])).toThrow('1 values cannot be paired with 0');
  expect(quantile([40, 10, 30, 20, 100], 0.95)).toBeCloseTo(88);
  expect(() => quantile([], 0.5)).toThrow('at least one value');
});

test('measures every item in every round, each first and last equally often, without the warm-up', async () => {
  const order: string[] = [];
  const samples = await inRounds(['a', 'b', 'c'], { rounds: 6, warm_up: 1 }, (name) => order.push(name));
  expect([...samples.values()].map((own) => own.length)).toEqual([6, 6, 6]);
  const rounds = Array.from({ length: 6 }, (_, round) => order.slice(3 + 3 * round, 6 + 3 * round));
  for (const place of [0, 2])
    for (const name of ['a', 'b', 'c']) expect(rounds.filter((round) => round[place] === name)).toHaveLength(2);
});
