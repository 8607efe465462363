/** Resolves all references in parts of the contract. */
import type { Contract } from './contract.ts';
import { isTree, type Tree, target, treeOf } from './tree.ts';

/**
 * A part of the contract as one tree. A schema that was a component keeps its name in `schema`. A schema that also accepts null is
 * described by its other type and `nullable`.
 */
export function resolved(contract: Contract, node: unknown): Tree {
  return treeOf(resolveAll(contract, node));
}

function resolveAll(contract: Contract, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => resolveAll(contract, item));
  if (!isTree(node)) return node;
  const { $ref, ...rest } = node;
  const own = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, resolveAll(contract, value)]));
  if (typeof $ref !== 'string') return withoutNull(own);
  const schema = $ref.includes('/schemas/') ? { schema: $ref.split('/').at(-1) } : {};
  return { ...resolved(contract, target({ ...contract }, $ref).value), ...own, ...schema };
}

function withoutNull(node: Tree): Tree {
  const { type, enum: values } = node;
  if (!Array.isArray(type) || !type.includes('null')) return node;
  const others = Array.isArray(values) && { enum: values.filter((value) => value !== null) };
  return { ...node, type: type.find((name) => name !== 'null'), nullable: true, ...others };
}
