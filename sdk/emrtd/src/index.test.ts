import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

const exported = [...source('index.ts').matchAll(/export (?:type )?\{([^}]+)\} from '([^']+)'/g)].flatMap(
  ([, names = '', file = '']) =>
    names
      .split(',')
      .map((name) => name.replace('type ', '').trim())
      .filter(Boolean)
      .map((name) => ({ name, file })),
);

/** The comment before a declaration, if there is one. */
function commentOf(name: string, file: string): string {
  const declaration = new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)?export (?:const|function\\*?|class|interface|type) ${name}\\b`,
  );
  const match = declaration.exec(source(file));
  if (!match) throw new Error(`${name} is not declared in ${file}`);
  return match[1] ?? '';
}

test.each(exported)('$name has a docstring that names its clause', ({ name, file }) => {
  expect(commentOf(name, file)).toMatch(/Doc 9303-\d+|RFC \d{4}|BSI TR-\d+|ISO\/IEC \d+|X\.690/);
});
