/** Merges allOf into the schemas, so that validators can refuse other properties and pages can show all properties in one list. */
import type { Contract } from './contract.ts';
import { isTree, listOf, referenceOf, type Tree, target, treeOf } from './tree.ts';

export function withoutAllOf(contract: Contract): Contract {
  return merged({ ...contract }, contract) as Contract;
}

function merged(contract: Tree, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => merged(contract, item));
  if (!isTree(node)) return node;
  const { allOf, ...own } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, name.startsWith('example') ? value : merged(contract, value)]),
  );
  return listOf(allOf)
    .map((part) => opened(contract, part))
    .reduceRight<Tree>((all, part) => joined(part, all), own);
}

/** The schema that a part of allOf refers to, or the part itself. */
function opened(contract: Tree, part: unknown): Tree {
  const reference = referenceOf(part);
  return treeOf(reference ? merged(contract, target(contract, reference).value) : part);
}

/** Merges two schemas. Except for properties and required, the second wins. */
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
