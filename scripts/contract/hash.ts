/** Twelve digits that identify a contract, independent of its order and formatting. Responses send them in `X-Contract`. */
import { hash } from 'node:crypto';
import { isTree } from './tree.ts';

export const contractHash = (contract: object): string =>
  hash(
    'sha256',
    JSON.stringify(contract, (_, value) => (isTree(value) ? sorted(value) : value)),
  ).slice(0, 12);

const sorted = (node: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(node).toSorted(([a], [b]) => (a < b ? -1 : 1)));
