/** Finds references of the contract that lead nowhere, and says where each is. The generators would fail at them without a place. */
import { relative } from 'node:path';
import leven from 'leven';
import { type Contract, contractFile, root } from '../contract.ts';
import { entriesOf, isTree, type Pointer, readSource, referenceOf, target } from '../contract-diff/tree.ts';

interface Reference {
  name: string;
  pointer: Pointer;
}

export function brokenReferences(contract: Contract, file = contractFile): string[] {
  const broken = referencesIn(contract).filter(({ name }) => !leadsSomewhere(contract, name));
  // The places in the file are found out only when there is something to report, because that takes time.
  if (broken.length === 0) return [];
  const { positionOf } = readSource(file);
  return broken.map(({ name, pointer }) => {
    const { line, col } = positionOf(pointer);
    const nearest = nearestTo(name, contract);
    const hint = nearest ? ` Did you mean ${nearest}?` : '';
    return `${relative(root, file)}:${line}:${col}: ${holderOf(contract, pointer)} refers to ${name}, which does not exist.${hint}`;
  });
}

function referencesIn(node: unknown, pointer: Pointer = []): Reference[] {
  const name = referenceOf(node);
  const here = name === undefined ? [] : [{ name, pointer: [...pointer, '$ref'] }];
  const children: [string | number, unknown][] = Array.isArray(node) ? [...node.entries()] : entriesOf(node);
  return [...here, ...children.flatMap(([key, child]) => referencesIn(child, [...pointer, key]))];
}

function leadsSomewhere(contract: Contract, name: string): boolean {
  try {
    target({ ...contract }, name);
    return true;
  } catch {
    return false;
  }
}

/** The operation or the component in which a pointer stands. */
function holderOf({ paths }: Contract, [section, name, entry]: Pointer): string {
  if (section === 'paths') return paths[String(name)]?.post?.operationId ?? String(name);
  return section === 'components' ? `components/${name}/${entry}` : String(section);
}

/** The component with the most similar name, unless half of the name differs. */
function nearestTo(name: string, { components }: Contract): string | undefined {
  const known = entriesOf(components).flatMap(([section, entries]) =>
    isTree(entries) ? Object.keys(entries).map((entry) => `#/components/${section}/${entry}`) : [],
  );
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: leven(name, candidate) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= name.split('/').at(-1)!.length / 2 ? nearest.candidate : undefined;
}
