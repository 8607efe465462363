/**
 * One hash over the names and contents of the files that a build step reads or writes. File times would not reveal that a file was
 * deleted or replaced by an older one. Without git, as in an unpacked archive, the hash is the same.
 */
import { createHash } from 'node:crypto';
import { type Dirent, existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { type BuildStep, steps } from './build-steps.ts';

/** Paths relative to the root, with slashes, in the same order on every machine. */
export function inputsOf(root: string, step: BuildStep): string[] {
  const unread = ignore().add([...step.ignores, ...step.writes]);
  const earlier = steps.slice(0, steps.indexOf(step)).flatMap((before) => outputsOf(root, before));
  const read = [...sourcesIn(root, ignored(root).add(step.ignores)), ...earlier].filter(
    (path) => !unread.ignores(path),
  );
  // A script may import its own output, which a fresh clone does not have yet.
  const own = ignore().add(step.writes);
  const modules = [...modulesOf(root, step.script)].filter((path) => !own.ignores(path));
  return [...new Set([...read, ...modules])].sort();
}

export function outputsOf(root: string, { writes, leaves = [] }: BuildStep): string[] {
  const left = new Set(globSync(leaves, { cwd: root }).map((path) => path.replaceAll('\\', '/')));
  return globSync(writes, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => pathOf(root, entry))
    .filter((path) => !left.has(path))
    .sort();
}

export function hashOf(root: string, paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** A script and our files that it imports. Imports are found by text, which works because the formatter writes them all alike. */
function modulesOf(root: string, script: string, found = new Set<string>()): Set<string> {
  if (found.has(script) || !existsSync(join(root, script))) return found;
  found.add(script);
  for (const [, path = ''] of readFileSync(join(root, script), 'utf8').matchAll(/(?:from|import|URL\()\s*'(\.[^']+)'/g))
    modulesOf(root, join(dirname(script), path).replaceAll('\\', '/'), found);
  return found;
}

function sourcesIn(root: string, ignored: Ignore, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (entry.isDirectory()) return ignored.ignores(`${path}/`) ? [] : sourcesIn(root, ignored, `${path}/`);
    return entry.isFile() && !ignored.ignores(path) ? [path] : [];
  });
}

const ignored = (root: string): Ignore =>
  ignore()
    .add('.git')
    .add(readFileSync(join(root, '.gitignore'), 'utf8'));

const pathOf = (root: string, { parentPath, name }: Dirent): string =>
  join(parentPath, name)
    .slice(root.length + 1)
    .replaceAll('\\', '/');
