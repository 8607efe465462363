/** Packs the readers for Kotlin and Swift as zip files of their sources. The same sources give the same bytes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';
import { writeZip } from './zip.ts';

const SOURCES = ['LICENSE', 'README.md', '*.kts', 'Package.swift', '{src,Sources}/**/*.{kt,swift,xml}'];

for (const language of ['kotlin', 'swift']) {
  const folder = join(root, 'sdk', language);
  const name = `sigill-reader-${language}`;
  const paths = globSync(SOURCES, { cwd: folder }).toSorted();
  const files = Object.fromEntries(paths.map((path) => [`${name}/${path}`, readFileSync(join(folder, path))]));
  writeZip(join(folder, `dist/${name}.zip`), files);
}
