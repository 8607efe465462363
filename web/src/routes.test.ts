import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./routes/', import.meta.url);
const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));

/** The router's plugin splits off `loader: () => …`, but not `loader() {}`, which would leave the SDK in the entry. */
test.each(routes)('%s keeps its loader out of the entry', (file) => {
  expect(readFileSync(new URL(file, folder), 'utf8')).not.toMatch(/^ {2}(async )?(loader|component)\(/m);
});

/** The bundler can't tell that schemas have no side effects, so it keeps them in the entry together with the whole library. */
test.each(routes)('%s creates no schemas', (file) => {
  expect(readFileSync(new URL(file, folder), 'utf8')).not.toMatch(/^import (?!type).* from 'valibot'/m);
});
