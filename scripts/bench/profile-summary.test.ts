import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from './paths.ts';
import { placeOf, summarise } from './profile-summary.ts';

const urlOf = (file: string) => pathToFileURL(join(root, file)).href;
const frame = (functionName: string, url = '', lineNumber = 0) => ({
  ...{ functionName, url, lineNumber },
  ...{ scriptId: '0', columnNumber: 0 },
});

const profile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 5, 6] },
    { id: 2, callFrame: frame('run', urlOf('server/sessions/session.service.ts'), 9), children: [3] },
    { id: 3, callFrame: frame('compile', urlOf('node_modules/kysely/dist/compiler.js')), children: [4] },
    { id: 4, callFrame: frame('get') },
    { id: 5, callFrame: frame('(idle)') },
    { id: 6, callFrame: frame('(garbage collector)') },
  ],
  startTime: 0,
  endTime: 10_000,
  samples: [2, 3, 4, 4, 5, 6],
  timeDeltas: [1000, 2000, 1000, 2000, 3000, 2000],
};

test('self times are summed by function, and idle time is left out', () => {
  const { busy_ms, functions } = summarise(profile);
  expect(busy_ms).toBe(8);
  expect(functions[0]).toEqual({ name: 'get (native)  ← kysely', ms: 3, share: 0.375 });
  expect(functions.map(({ name }) => name)).toContain('run  server/sessions/session.service.ts:10');
  expect(functions.map(({ name }) => name)).not.toContain('(idle)');
});

test('native work counts for the package or folder that called it', () => {
  const { places, native } = summarise(profile);
  expect(places.map(({ name, ms }) => [name, ms])).toEqual([
    ['kysely', 5],
    ['(garbage collector)', 2],
    ['server/sessions', 1],
  ]);
  expect(native).toEqual([{ name: 'get ← kysely', ms: 3, share: 0.375 }]);
});

test('a place is a package, a folder of the project, or a part of Node', () => {
  expect(placeOf(urlOf('node_modules/@hono/node-server/dist/index.mjs'))).toBe('@hono/node-server');
  expect(placeOf(urlOf('server/trust/trust.ts'))).toBe('server/trust');
  expect(placeOf(urlOf('server/app.ts'))).toBe('server');
  expect(placeOf('node:internal/crypto/hash')).toBe('node:internal/crypto');
  expect(placeOf('')).toBeUndefined();
});

test('a profile without samples says so', () => {
  expect(() => summarise({ ...profile, samples: [], timeDeltas: [] })).toThrow('no samples');
});
