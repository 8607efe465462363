/** Packages with every module twice, as ES module and as CommonJS: compiling them, and packing a package.json without development settings. */
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import {
  compile,
  leadToJavaScript,
  type Material,
  pack,
  put,
  SBOM,
  sbom,
  writeJson,
  writeManifest,
} from './package-files.ts';

type Entry = string | { [condition: string]: Entry };
interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  files: string[];
  exports: Record<string, Entry>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  scripts?: object;
}

/** Builds `dist` beside the old one, with what `add` writes into it, and then replaces it as a whole: others may be reading it. */
export async function buildTwoFormats(home: string, add: (dist: string) => Promise<void> | void): Promise<void> {
  const dist = mkdtempSync(join(home, '.dist-'));
  compileAs(home, join(dist, 'esm'));
  // Older resolvers, Jest, and `require` before Node 20.19 do not accept ES modules.
  const commonJs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];
  compileAs(home, join(dist, 'cjs'), ...commonJs);
  writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  shareDeclarations(dist);
  await add(dist);
  put(dist, join(home, 'dist'));
}

function compileAs(home: string, folder: string, ...more: string[]): void {
  mkdirSync(folder, { recursive: true });
  compile(join(home, 'tsconfig.build.json'), folder, ...more);
  leadToJavaScript(folder);
}

/**
 * A declaration describes the module format of its own folder, so both folders have all of them. But those of ES modules only refer to
 * the others, which takes a third off the package; except where they use TanStack Query, whose classes differ between the formats.
 */
function shareDeclarations(dist: string): void {
  for (const name of globSync('**/*.d.ts', { cwd: join(dist, 'esm') })) {
    const file = join(dist, 'esm', name);
    if (readFileSync(file, 'utf8').includes("from '@tanstack/")) continue;
    const twin = `${relative(dirname(file), join(dist, 'cjs', name))
      .replaceAll('\\', '/')
      .replace(/\.d\.ts$/, '.js')}`;
    writeFileSync(file, `export * from '${twin}';\n`);
  }
}

/** What a package needs when it is installed: `dependencies` and `peerDependencies` as published, and its bill of materials. */
interface Needs extends Pick<Manifest, 'dependencies' | 'peerDependencies'> {
  materials?: Material[];
}

export function packTwoFormats(home: string, tarball: string, { materials = [], ...needs }: Needs = {}): void {
  const folder = mkdtempSync(join(home, '.pack-'));
  const staged = join(folder, 'package');
  mkdirSync(staged);
  const manifest: Manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  for (const name of [...manifest.files, 'README.md', 'LICENSE'])
    cpSync(join(home, name), join(staged, name), { recursive: true });
  writeManifest(staged, basename(home), { ...published(manifest), ...needs });
  writeJson(join(staged, SBOM), sbom(manifest, materials));
  pack(staged, folder, tarball);
  rmSync(folder, { recursive: true });
}

/** Removes the condition `source` and entry points used only in this repository, because the package contains no sources. */
function published({ scripts: _, exports, files, ...manifest }: Manifest): object {
  const withoutSource = ([name, entry]: [string, Entry]): [string, Entry][] => {
    if (typeof entry === 'string') return entry.startsWith('./src/') ? [] : [[name, entry]];
    const { source: _, ...conditions } = entry;
    return [[name, conditions]];
  };
  return {
    ...manifest,
    files: [...files, SBOM],
    exports: Object.fromEntries(Object.entries(exports).flatMap(withoutSource)),
  };
}
