import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';

type Content = string | Buffer;

export function hashOf(...inputs: Content[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(input);
  return hash.digest('hex').slice(0, 32);
}

/** The result of `make`, cached in node_modules/.cache until an input changes. */
export async function cached(kind: string, inputs: Content[], make: () => Content | Promise<Content>): Promise<Buffer> {
  const folder = join(root, 'node_modules/.cache', `sigill-${kind}`);
  const kept = join(folder, hashOf(...inputs));
  if (!existsSync(kept)) {
    const content = await make();
    mkdirSync(folder, { recursive: true });
    writeFileSync(kept, content);
  }
  return readFileSync(kept);
}
