/**
 * Builds a package of plain ES modules: dist from src, and the published tarball, whose package.json refers to dist.
 * `node scripts/packages/build-package.ts NAME` builds the one in sdk/NAME.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../contract/contract.ts';
import {
  compile,
  type Described,
  leadToJavaScript,
  type Material,
  pack,
  SBOM,
  sbom,
  writeJson,
  writeManifest,
} from './package-files.ts';

interface Manifest extends Described {
  exports: Record<string, string>;
  files: string[];
  dependencies?: Record<string, string>;
}

const [name = ''] = process.argv.slice(2);
const home = join(root, 'sdk', name);
const folder = mkdtempSync(join(home, '.dist-'));
const staged = join(folder, 'package');
const dist = join(staged, 'dist');
mkdirSync(dist, { recursive: true });
compile(join(home, 'tsconfig.build.json'), dist);
leadToJavaScript(dist);
for (const file of ['README.md', 'LICENSE']) cpSync(join(home, file), join(staged, file));
const manifest = manifestIn(home);
writeManifest(staged, name, published(manifest));
writeJson(join(staged, SBOM), sbom(manifest, required(home)));
pack(staged, folder, join(home, `sigill-${name}.tgz`));
rmSync(folder, { recursive: true });

/** The published package.json: its exports name dist, because the sources are not in the tarball. */
function published(manifest: Manifest): object {
  const built = Object.entries(manifest.exports).map(([door, source]) => {
    const file = source.replace('./src/', './dist/').replace(/\.ts$/, '');
    return [door, { types: `${file}.d.ts`, default: `${file}.js` }];
  });
  return {
    ...manifest,
    files: [...manifest.files, SBOM],
    scripts: undefined,
    exports: { ...Object.fromEntries(built), './package.json': './package.json' },
  };
}

function required(home: string, found = new Map<string, Material>()): Material[] {
  const { dependencies = {} } = manifestIn(home);
  for (const name of Object.keys(dependencies)) {
    const folder = installed(name, home);
    const { version, license } = manifestIn(folder);
    if (found.has(`${name}@${version}`)) continue;
    found.set(`${name}@${version}`, { name, version, license, scope: 'required' });
    required(folder, found);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Where Node finds a package from this folder. npm nests a package when others need a different version. */
function installed(name: string, from: string): string {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return place;
  }
  throw new Error(`${name} is not installed`);
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
