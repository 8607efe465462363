import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CLAUSE = /Doc 9303-\d+|RFC \d{4}|BSI TR-\d+|ISO\/IEC \d+|X\.690/;

/**
 * What this file exports from other files: each name with its file and the comment before its declaration, which is empty if there
 * is none.
 */
export function exportsOf(entry: string): { name: string; file: string; comment: string }[] {
  const exported = readFileSync(entry, 'utf8').matchAll(/export (?:type )?\{([^}]+)\} from '([^']+)'/g);
  return [...exported].flatMap(([, names = '', path = '']) => {
    const file = join(entry, '..', path);
    const all = names.split(',').map((name) => name.replace('type ', '').trim());
    return all.filter(Boolean).map((name) => ({ name, file, comment: commentOf(name, file) }));
  });
}

function commentOf(name: string, file: string): string {
  const declaration = new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)?export (?:async )?(?:const|function\\*?|class|interface|type) ${name}\\b`,
  );
  const match = declaration.exec(readFileSync(file, 'utf8'));
  if (!match) throw new Error(`${name} is not declared in ${file}`);
  return match[1] ?? '';
}
