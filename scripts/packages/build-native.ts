/** Packs the readers for Kotlin and Swift as zip files of their sources. The same sources give the same bytes. */
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../contract/contract.ts';
import { zip } from './zip.ts';

const SOURCES = ['LICENSE', 'README.md', '*.kts', 'Package.swift', '{src,Sources}/**/*.{kt,swift,xml}'];

for (const language of ['kotlin', 'swift']) {
  const folder = join(root, 'sdk', language);
  const name = `sigill-reader-${language}`;
  const paths = globSync(SOURCES, { cwd: folder }).toSorted();
  const files = Object.fromEntries(paths.map((path) => [`${name}/${path}`, readFileSync(join(folder, path))]));
  const archive = join(folder, `dist/${name}.zip`);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(`${archive}.new`, zip(files));
  // Renamed into place, because a server may be sending the one before.
  renameSync(`${archive}.new`, archive);
}
