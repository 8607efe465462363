import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../openapi/contract/contract.ts';

export const testFiles: string[] = globSync('{server,sdk,web/src,openapi,scripts,tests}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).sort();

/** Whether a test uses the public interface, like the project `api` in `vitest.config.ts`. */
export const isOfApi = (file: string): boolean => /^tests\/(?!e2e|specification|pcsc|matrix)/.test(file);

/** Whether a test starts the service, commands or compilers as processes, and mostly waits for them. */
export const isOfProcesses = (file: string): boolean => /^tests\/(sdk|durability|deploy)\//.test(file);

/** The files that a kind of run leaves out, each with the reason that it states in a line such as `// CI only: packs the SDK.` */
export const leftOut = (mark: 'CI only' | 'SQLite only' | 'PostgreSQL in CI only'): Map<string, string> =>
  new Map(
    testFiles.flatMap((file) => {
      const [, reason] = new RegExp(`^// ${mark}: (.+)$`, 'm').exec(readFileSync(join(root, file), 'utf8')) ?? [];
      return reason ? [[file, reason]] : [];
    }),
  );

/** Imports are found by text, which works because the formatter writes them all alike. */
export function imports(file: string, module: string, seen = new Set<string>()): boolean {
  if (file === module) return true;
  if (seen.has(file) || !existsSync(join(root, file))) return false;
  seen.add(file);
  return importedBy(file).some((path) => imports(path, module, seen));
}

const known = new Map<string, string[]>();

function importedBy(file: string): string[] {
  let paths = known.get(file);
  if (!paths) {
    const found = readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g);
    paths = [...found].map(([, path = '']) => join(dirname(file), path));
    known.set(file, paths);
  }
  return paths;
}
