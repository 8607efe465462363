import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const source = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

const exportedFrom = (door: string) =>
  [...source(door).matchAll(/export (?:type )?\{([^}]+)\} from '([^']+)'/g)].flatMap(([, names = '', file = '']) =>
    names
      .split(',')
      .map((name) => name.replace('type ', '').trim())
      .filter(Boolean)
      .map((name) => ({ name, file: join(door, '..', file) })),
  );

/** The comment before a declaration, if there is one. */
function commentOf(name: string, file: string): string {
  const declaration = new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)?export (?:async )?(?:const|function\\*?|class|interface|type) ${name}\\b`,
  );
  const match = declaration.exec(source(file));
  if (!match) throw new Error(`${name} is not declared in ${file}`);
  return match[1] ?? '';
}

/** Code that talks to the chip follows a standard; calls of the service and texts for people follow the contract. */
const speaksToChip = (file: string) => /^(access|apdu|files|proofs|open-chip|transmit)/.test(file);

describe.each(['index.ts', 'specimen/index.ts'])('each export of %s', (door) => {
  test.each(exportedFrom(door))('$name has a docstring that names its clause', ({ name, file }) => {
    const comment = commentOf(name, file);
    expect(comment).not.toBe('');
    if (speaksToChip(file)) expect(comment).toMatch(/Doc 9303-\d+|RFC \d{4}|BSI TR-\d+|ISO\/IEC \d+|X\.690/);
  });
});
