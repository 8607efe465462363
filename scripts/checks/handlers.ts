/**
 * Lists the operations of the contract, or of the contract file given as an argument, that have no handler, or have it in a file
 * that is not named after their resource.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Contract, readContract, root } from '../../openapi/contract/contract.ts';

export function misplacedHandlers({ paths }: Contract, folder = root): string[] {
  const files = globSync('server/**/*.operations.ts', { cwd: folder }).toSorted();
  const sources = files.map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  const fileWith = (name: string) => sources.find(({ text }) => new RegExp(`'${name}'[(:]`).test(text))?.file;
  return Object.values(paths)
    .map(({ post }) => post.operationId)
    .flatMap((id) => {
      const [resource = ''] = id.split('.');
      const name = `${resource.replaceAll('_', '-')}.operations.ts`;
      const file = fileWith(id.replace('.', '\\.'));
      if (file !== undefined) return basename(file) === name ? [] : `${id} is handled in ${file}: move it to ${name}`;
      const place = fileWith(`${resource}\\.\\w+`) ?? `a new ${name}, and that to server/operations.ts`;
      return `${id} has no handler: add it to ${place}`;
    });
}

if (import.meta.main) {
  const lines = misplacedHandlers(readContract(process.argv[2]));
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (lines.length > 0) process.exitCode = 1;
}
