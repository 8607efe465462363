/** What test files import, and what they say about the runs that leave them out. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './contract/contract.ts';

export const testFiles: string[] = globSync('{server,sdk,web/src,scripts,tests}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).sort();

/** Files that a kind of run leaves out, with the reason: each says it in a line of its own, such as `// CI only: packs the SDK.` */
export const leftOut = (mark: 'CI only' | 'SQLite only'): Map<string, string> =>
  new Map(
    testFiles.flatMap((file) => {
      const [, reason] = new RegExp(`^// ${mark}: (.+)$`, 'm').exec(readFileSync(join(root, file), 'utf8')) ?? [];
      return reason ? [[file, reason]] : [];
    }),
  );

/** Whether a file imports a module of the project, itself or through others. Imports are found by text: the formatter writes all alike. */
export function imports(file: string, module: string, seen = new Set<string>()): boolean {
  if (file === module) return true;
  if (seen.has(file) || !existsSync(join(root, file))) return false;
  seen.add(file);
  const found = readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g);
  return [...found].some(([, path = '']) => imports(join(dirname(file), path), module, seen));
}
