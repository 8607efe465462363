/** The reader's package as it is published, with what the registry would bring along. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from '../../../scripts/build.ts';
import { root } from '../../../scripts/contract/contract.ts';

const home = join(root, 'sdk/reader');

/** Paths to install: the tarball, and the folders of the packages that it asks for. */
export function packedReader(): string[] {
  build(['reader']);
  return [join(home, 'sigill-reader.tgz'), ...readerDependencies()];
}

export function readerDependencies(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { dependencies: object };
  return Object.keys(dependencies).map(folderOf);
}

/** As Node looks for it: npm puts a package beside its user when others need another version. */
function folderOf(name: string): string {
  for (let folder = home; folder !== dirname(folder); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return place;
  }
  throw new Error(`${name} is not installed`);
}
