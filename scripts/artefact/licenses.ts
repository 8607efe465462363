/** The licenses of the packages whose code is in the bundle: most require that their text is included. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Bundled {
  name: string;
  version: string;
  license: string;
}

export function licensesOf(modules: string[]): string {
  const texts = foldersOf(modules).map(licenseOf);
  return [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`);
}

export function packagesOf(modules: string[]): (Bundled & { scope: 'required' })[] {
  const found = foldersOf(modules)
    .map(manifestOf)
    .map(({ name, version, license }) => ({ name, version, license, scope: 'required' as const }))
    .map((each) => [`${each.name}@${each.version}`, each] as const);
  return [...new Map(found.sort(([a], [b]) => (a < b ? -1 : 1))).values()];
}

const foldersOf = (modules: string[]): string[] => [
  ...new Set(modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])),
];

function manifestOf(folder: string): Bundled {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${folder} is not a package`);
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Bundled>;
  if (!name || !version) throw new Error(`${file} has no name or no version`);
  return { name, version, license: license ?? licenseInText(folder) };
}

/** Some packages, such as png-js, name their license only in the license file. */
function licenseInText(folder: string): string {
  const isMit = textsIn(folder).some((text) => text.startsWith('MIT License\n'));
  if (!isMit) throw new Error(`${folder} has no license`);
  return 'MIT';
}

const textsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());

function licenseOf(folder: string): string {
  const { name, version, license } = manifestOf(folder);
  return `${name} ${version} (${license})\n\n${textsIn(folder)
    .map((text) => `${text}\n`)
    .join('\n')}`;
}
