/** Writes all generated files or none. Unchanged files are not rewritten, so that they trigger no watchers. */
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';

/** All `*.gen.ts` files in `folders` are generated. Those that are not in `files` are stale, and are deleted. */
export function writeAll(files: Record<string, string>, folders: string[]): void {
  const changed = Object.entries(files).filter(
    ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
  );
  // All files are written under temporary names first, so that a full disk leaves the old files intact.
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

export const HEADER = '// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.\n';
