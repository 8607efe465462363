/** Generated files are written all or none, and only those that changed, so that watchers rest. */
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../contract.ts';

/** `folders` hold nothing but generated files: what is not among `files` is left from before. */
export function writeAll(files: Record<string, string>, folders: string[]): void {
  const changed = Object.entries(files).filter(
    ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
  );
  // A full disk is noticed before anything has its new content.
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, `${path}.new`), text);
  }
  for (const [path] of changed) renameSync(join(root, `${path}.new`), join(root, path));
  for (const path of globSync(
    folders.map((folder) => `${folder}/**/*.gen.ts`),
    { cwd: root },
  ))
    if (!(path in files)) rmSync(join(root, path));
}
