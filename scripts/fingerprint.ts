/**
 * Whether what is built follows from what is here: one hash over the names and contents of the sources, kept with the names and
 * sizes of what was built from them. Times of files say neither that one was deleted nor that an older one came back.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that generating and building reads. What they write stands among it and is left out. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'openapi/**',
  'facts/**',
  'docs/**',
  'scripts/**',
  'sdk/*',
  'sdk/{src,scripts}/**',
  'web/*',
  'web/{src,public}/**',
];
const WRITTEN = /(^|[/\\])(node_modules|dist|generated|\.tanstack)([/\\]|$)|\.gen\.ts$|\.test\.tsx?$|^sdk[/\\]api\.md$/;
const BUILT = ['server/generated/**', 'sdk/src/generated/**', 'sdk/dist/**', 'web/src/generated/**', 'web/dist/**'];
const STAMP = 'node_modules/.sigill-build';

/** Whether the last build was finished, is whole, and was made from these sources. */
export function isBuilt(root: string): boolean {
  const stamp = join(root, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(root, fingerprint(root));
}

/** Runs a build. One that is cut off counts for nothing, and an edit during one is for the next. */
export function build(root: string, run: () => void): void {
  const stamp = join(root, STAMP);
  rmSync(stamp, { force: true });
  const sources = fingerprint(root);
  run();
  writeFileSync(stamp, stampOf(root, sources));
}

function fingerprint(root: string): string {
  const hash = createHash('sha256');
  for (const path of files(root, SOURCES).filter((name) => !WRITTEN.test(name)))
    hash.update(`${path}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest(),
    );
  return hash.digest('hex');
}

function stampOf(root: string, sources: string): string {
  const hash = createHash('sha256').update(sources);
  for (const path of files(root, BUILT)) hash.update(`${path}\0${statSync(join(root, path)).size}\0`);
  return hash.digest('hex');
}

const files = (root: string, patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, withFileTypes: true, exclude: (entry) => entry.name === 'node_modules' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
