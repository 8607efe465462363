/** Lists operations of the contract, or of a file, without a handler, one per line. The compiler's message for them is a page long. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, readContract, root } from '../contract/contract.ts';

export function missingHandlers({ paths }: Contract): string[] {
  const files = globSync('server/**/*.operations.ts', { cwd: root }).toSorted();
  const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const fileWith = (name: string) => sources.find(({ text }) => new RegExp(`'${name}'[(:]`).test(text))?.file;
  return Object.values(paths)
    .map(({ post }) => post.operationId)
    .filter((id) => !fileWith(id.replace('.', '\\.')))
    .map((id) => {
      const resource = id.split('.')[0];
      const file =
        fileWith(`${resource}\\.\\w+`) ?? `a new ${resource}.operations.ts, and that to server/operations.ts`;
      return `${id} has no handler: add it to ${file}`;
    });
}

if (import.meta.main) {
  const missing = missingHandlers(readContract(process.argv[2]));
  for (const line of missing) process.stderr.write(`${line}\n`);
  if (missing.length > 0) process.exitCode = 1;
}
