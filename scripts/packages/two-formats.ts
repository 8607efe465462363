/**
 * Packages with every module twice, as ES module and as CommonJS: compiling them, and packing a package.json without
 * development settings.
 */
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { compile, type Material, manifestIn, pack, put } from './package-files.ts';

/**
 * Builds a new `dist` with what `add` writes into it, and then replaces the old one as a whole, because a server or a test may be
 * reading it.
 */
export async function buildTwoFormats(home: string, add: (dist: string) => Promise<void> | void): Promise<void> {
  const dist = mkdtempSync(join(home, '.dist-'));
  compile(home, join(dist, 'esm'));
  // Older resolvers, Jest, and `require` before Node 20.19 do not accept ES modules.
  const commonJs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];
  compile(home, join(dist, 'cjs'), ...commonJs);
  writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  shareDeclarations(dist);
  await add(dist);
  put(dist, join(home, 'dist'));
}

/**
 * Both folders have all declarations, because a declaration describes the module format of its own folder. The declarations of ES
 * modules only refer to those of CommonJS, which makes the package a third smaller. Declarations that use TanStack Query are
 * complete in both, because its classes differ between the formats.
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

interface Needs {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  materials?: Material[];
  tarball?: string;
}

export function packTwoFormats(home: string, { materials = [], tarball, ...needs }: Needs = {}): void {
  const manifest = manifestIn(home);
  const exports = Object.fromEntries(Object.entries(manifest.exports).flatMap(withoutSource));
  pack(home, { manifest: { ...manifest, exports, ...needs }, materials, ...(tarball && { tarball }) });
}

/** Removes the condition `source` and entry points used only in this repository, because the package contains no sources. */
function withoutSource([name, entry]: [string, string | Record<string, unknown>]): [string, unknown][] {
  if (typeof entry === 'string') return entry.startsWith('./src/') ? [] : [[name, entry]];
  const { source: _, ...conditions } = entry;
  return [[name, conditions]];
}
