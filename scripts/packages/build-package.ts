/**
 * Packs a package of plain ES modules: src is compiled to dist in the published tarball, whose package.json refers to dist. `node
 * scripts/packages/build-package.ts NAME` builds the one in sdk/NAME.
 */
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';
import { compile, type Material, manifestIn, pack } from './package-files.ts';

const [name = ''] = process.argv.slice(2);
const home = join(root, 'sdk', name);
const manifest = manifestIn(home);
/** The exports of the tarball name dist, because the sources are not in it. */
const built = Object.entries(manifest.exports).map(([door, source]: [string, string]) => {
  const file = source.replace('./src/', './dist/').replace(/\.ts$/, '');
  return [door, { types: `${file}.d.ts`, default: `${file}.js` }];
});
const exports = { ...Object.fromEntries(built), './package.json': './package.json' };
pack(home, {
  manifest: { ...manifest, exports },
  files: [],
  materials: required(home),
  add: (staged) => compile(home, join(staged, 'dist')),
});

function required(home: string, found = new Map<string, Material>()): Material[] {
  for (const name of Object.keys(manifestIn(home).dependencies ?? {})) {
    const folder = dirname(findPackageJSON(name, join(home, 'package.json'))!);
    const { version, license } = manifestIn(folder);
    if (found.has(`${name}@${version}`)) continue;
    found.set(`${name}@${version}`, { name, version, license, scope: 'required' });
    required(folder, found);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
