/** Packs the published files with a package.json without development settings. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundled } from '../artefact/licenses.ts';
import { pack, SBOM, sbom, writeJson } from './package-files.ts';

type Entry = string | { [condition: string]: Entry };
interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  files: string[];
  exports: Record<string, Entry>;
  scripts?: object;
}

export function packSdk(sdk: string, tarball: string): void {
  const folder = mkdtempSync(join(sdk, '.pack-'));
  const staged = join(folder, 'package');
  mkdirSync(staged);
  const manifest: Manifest = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
  for (const name of [...manifest.files, 'README.md', 'LICENSE'])
    cpSync(join(sdk, name), join(staged, name), { recursive: true });
  writeJson(join(staged, 'package.json'), published(manifest));
  const bundled = JSON.parse(readFileSync(join(sdk, 'dist/service/bundled.json'), 'utf8')) as Bundled[];
  if ('dependencies' in manifest) throw new Error('The SDK now has dependencies: add them to the bill of materials.');
  // The bundled packages belong to the test service. The client has no dependencies.
  writeJson(
    join(staged, SBOM),
    sbom(
      manifest,
      bundled.map((each) => ({ ...each, scope: 'optional' })),
    ),
  );
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
