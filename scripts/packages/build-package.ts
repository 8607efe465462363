/** Builds a package of plain ES modules: dist from src, and the published tarball, whose package.json refers to dist. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile, leadToJavaScript, pack, SBOM, writeJson } from './package-files.ts';
import { type Described, type Material, sbom } from './sbom.ts';

interface Manifest extends Described {
  exports: Record<string, string>;
  files: string[];
  dependencies?: Record<string, string>;
}

/** `home` is the folder of the workspace, with a tsconfig.build.json and exports that name sources. The tarball is written there. */
export function buildPackage(home: string, tarball: string): void {
  const folder = mkdtempSync(join(home, '.dist-'));
  const staged = join(folder, 'package');
  const dist = join(staged, 'dist');
  mkdirSync(dist, { recursive: true });
  compile(join(home, 'tsconfig.build.json'), dist);
  leadToJavaScript(dist);
  for (const name of ['README.md', 'LICENSE']) cpSync(join(home, name), join(staged, name));
  const manifest = manifestIn(home);
  writeJson(join(staged, 'package.json'), published(manifest));
  writeJson(join(staged, SBOM), sbom(manifest, required(home)));
  pack(staged, folder, join(home, tarball));
  rmSync(folder, { recursive: true });
}

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

/** The dependencies of the package, direct and transitive. */
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

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
