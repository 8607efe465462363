/** The reader's package as it is published, with the dependencies that the registry would provide. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../openapi/contract/contract.ts';
import { build } from '../../../scripts/build.ts';

const home = join(root, 'sdk/reader');

export function packedReader(): string[] {
  build(['reader']);
  return [join(home, 'sigill-reader.tgz'), ...readerDependencies()];
}

export function readerDependencies(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { dependencies: object };
  return Object.keys(dependencies).map(folderOf);
}

/** Resolves as Node does, because npm nests a package under its dependent if others need another version. */
function folderOf(name: string): string {
  for (let folder = home; folder !== dirname(folder); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return place;
  }
  throw new Error(`${name} is not installed`);
}
