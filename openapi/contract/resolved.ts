/** Parts of the contract with allOf merged, or with all references resolved. */
import type { Contract } from './contract.ts';
import { isTree, listOf, opened, type Tree, target, treeOf } from './tree.ts';

/** Merges allOf, so that validators can refuse other properties and pages can show all properties in one list. */
export function withoutAllOf(contract: Contract): Contract {
  return merged(contract, contract) as Contract;
}

function merged(contract: Contract, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => merged(contract, item));
  if (!isTree(node)) return node;
  const { allOf, ...own } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, name.startsWith('example') ? value : merged(contract, value)]),
  );
  return listOf(allOf)
    .map((part) => treeOf(merged(contract, opened(contract, part))))
    .reduceRight<Tree>((all, part) => joined(part, all), own);
}

/** Merges two schemas. Properties and required are combined; for other keywords, the second schema wins. */
function joined(first: Tree, second: Tree): Tree {
  return {
    ...first,
    ...second,
    ...(first['required'] || second['required']
      ? { required: [...new Set([...listOf(first['required']), ...listOf(second['required'])])] }
      : {}),
    properties: { ...treeOf(first['properties']), ...treeOf(second['properties']) },
  };
}

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
  return { ...resolved(contract, target(contract, $ref).value), ...own, ...schema };
}

function withoutNull(node: Tree): Tree {
  const { type, enum: values } = node;
  if (!Array.isArray(type) || !type.includes('null')) return node;
  const others = Array.isArray(values) && { enum: values.filter((value) => value !== null) };
  return { ...node, type: type.find((name) => name !== 'null'), nullable: true, ...others };
}
