import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./routes/', import.meta.url);
const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));

/** The router's plugin splits off `loader: () => …`, but leaves `loader() {}` in the entry together with the SDK. */
test.each(routes)('%s keeps its loader out of the entry', (file) => {
  expect(readFileSync(new URL(file, folder), 'utf8')).not.toMatch(/^ {2}(async )?(loader|component)\(/m);
});

/** The bundler can't tell that creating a schema has no side effects, so it keeps schemas in the entry together with the whole library. */
test.each(routes)('%s creates no schemas', (file) => {
  expect(readFileSync(new URL(file, folder), 'utf8')).not.toMatch(/^import (?!type).* from 'valibot'/m);
});
