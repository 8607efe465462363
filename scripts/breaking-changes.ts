/** Fails when openapi/v1.yaml takes away or tightens what its last released copy promised. v1 only grows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiCompare } from 'api-smart-diff';
import { parse } from 'yaml';
import { readContract, root } from './contract.ts';

/** The breaking changes of `after` against `before`, as `action path`. */
export function breakingChanges(before: object, after: object): string[] {
  const { diffs } = apiCompare(before, after);
  return (
    diffs
      .filter(({ path }) => path[0] === 'paths' && !path.includes('examples') && !path.includes('example'))
      // Requests are closed objects here: a property that is gone is refused, which the library takes for harmless.
      .filter(
        ({ type, action, path }) =>
          type === 'breaking' || (action === 'remove' && path.includes('requestBody') && path.at(-2) === 'properties'),
      )
      .map(({ action, path }) => `${action} ${path.slice(1).join(' → ')}`)
  );
}

if (import.meta.main) {
  const released: object = parse(readFileSync(join(root, 'openapi/released/v1.yaml'), 'utf8'));
  const changes = breakingChanges(released, readContract());
  if (changes.length > 0) {
    process.stderr.write(`These changes would break users of v1:\n  ${changes.join('\n  ')}\n`);
    process.exit(1);
  }
}
