/** Finds broken references in the contract and reports where each is. The generators would fail on them without naming the place. */
import { relative } from 'node:path';
import { suggestion } from '../../sdk/client/src/suggestion.ts';
import { type Contract, contractFile, root } from './contract.ts';
import { entriesOf, isTree, type Pointer, readSource, referenceOf, target } from './tree.ts';

interface Reference {
  name: string;
  pointer: Pointer;
}

export function brokenReferences(contract: Contract): string[] {
  const broken = referencesIn(contract).filter(({ name }) => !leadsSomewhere(contract, name));
  // Positions in the file are computed only if there is something to report, because that is slow.
  if (broken.length === 0) return [];
  const { positionOf } = readSource(contractFile);
  return broken.map(({ name, pointer }) => {
    const { line, col } = positionOf(pointer);
    return `${relative(root, contractFile)}:${line}:${col}: ${holderOf(contract, pointer)} refers to ${name}, which does not exist.${componentLike(name, contract)}`;
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
    target(contract, name);
    return true;
  } catch {
    return false;
  }
}

function holderOf({ paths }: Contract, [section, name, entry]: Pointer): string {
  if (section === 'paths') return paths[String(name)]?.post?.operationId ?? String(name);
  return section === 'components' ? `components/${name}/${entry}` : String(section);
}

const componentLike = (name: string, { components }: Contract): string =>
  suggestion(
    name,
    entriesOf(components).flatMap(([section, entries]) =>
      isTree(entries) ? Object.keys(entries).map((entry) => `#/components/${section}/${entry}`) : [],
    ),
  );
