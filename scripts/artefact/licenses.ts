/** The licenses of the packages whose code is in the bundle: most of them ask that their text comes along. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One text with the name, version and license of each package. `modules` are paths of the files that were bundled. */
export function licensesOf(modules: string[]): string {
  const folders = new Set(modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const texts = [...folders].map(licenseOf);
  return [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseOf(folder: string): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${folder} is no package`);
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
  return `${name} ${version} (${license})\n\n${texts.map((text) => `${text}\n`).join('\n')}`;
}
