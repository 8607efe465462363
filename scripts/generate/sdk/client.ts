/** Runs hey-api (openapi/openapi-ts.config.ts), which writes to a temporary folder, and returns the files as text. */
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserConfig } from '@hey-api/openapi-ts';
import { createClient } from '@hey-api/openapi-ts';
import type { Contract } from '../../../openapi/contract/contract.ts';
import { entriesOf, isTree, opened, referenceOf } from '../../../openapi/contract/tree.ts';
import { openedTypes } from './open-enums.ts';
import { plainSchemas, plainTypes } from './plain-types.ts';

export type Output = (contract: Contract, folder: string) => UserConfig;

export async function heyApi(contract: Contract, output: Output, folder: string): Promise<Record<string, string>> {
  using scratch = mkdtempDisposableSync(join(tmpdir(), 'sigill-generate-'));
  const { path } = scratch;
  // A copy, because hey-api changes its input.
  await createClient(output(narrowed(structuredClone(contract)), path));
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return Object.fromEntries(
    names.map((name) => {
      const text = spelledOut(readFileSync(join(path, name), 'utf8'));
      return [join(folder, name), name === 'types.gen.ts' ? plainTypes(contract, text) : plainSchemas(text)];
    }),
  );
}

const NARROWING = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern'];

/** The contract with narrowed references replaced by their schema: hey-api ignores keywords beside a reference. */
function narrowed(contract: Contract): Contract {
  const narrow = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(narrow);
    if (!isTree(node)) return node;
    const { $ref: _, ...rest } = Object.fromEntries(entriesOf(node).map(([name, value]) => [name, narrow(value)]));
    const reference = referenceOf(node);
    if (reference === undefined) return rest;
    if (!NARROWING.some((keyword) => keyword in node)) return { $ref: reference, ...rest };
    return { ...opened(contract, node), ...rest };
  };
  return narrow(contract) as Contract;
}

/** Escapes characters again that hey-api unescapes in patterns. An unescaped line separator would end the regular expression. */
const spelledOut = (text: string): string =>
  openedTypes(text)
    .replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/ +$/gm, '');
