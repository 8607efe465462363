import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./routes/', import.meta.url);
const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));

/** The router's plugin splits `loader: () => …` off and leaves `loader() {}` in the entry, with the SDK behind it. */
test.each(routes)('%s keeps its loader out of the entry', (file) => {
  expect(readFileSync(new URL(file, folder), 'utf8')).not.toMatch(/^ {2}(async )?(loader|component)\(/m);
});

/** What a schema is made of is not known to be free of effects, so that it stays in the entry, with the whole library behind it. */
test.each(routes)('%s leaves the making of schemas to a feature', (file) => {
  expect(readFileSync(new URL(file, folder), 'utf8')).not.toMatch(/^import (?!type).* from 'valibot'/m);
});
