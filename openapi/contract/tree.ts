/** A contract as a tree: resolves pointers and references, and finds their lines in the file. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

export type Tree = Record<string, unknown>;
export type Pointer = readonly (string | number)[];

export interface Place {
  value: unknown;
  pointer: Pointer;
}

export interface Source {
  file: string;
  contract: Tree;
  /** Line and column, both from 1, of the nearest existing node on the path of the pointer. */
  positionOf(pointer: Pointer): { line: number; col: number };
}

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const treeOf = (value: unknown): Tree => (isTree(value) ? value : {});

export const entriesOf = (value: unknown): [string, unknown][] => (isTree(value) ? Object.entries(value) : []);

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const below = (place: Place, ...steps: (string | number)[]): Place => ({
  value: steps.reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : treeOf(value)[step]),
    place.value,
  ),
  pointer: [...place.pointer, ...steps],
});

export const placesIn = (place: Place): Map<string, Place> =>
  new Map(entriesOf(place.value).map(([name]) => [name, below(place, name)]));

export const referenceOf = (value: unknown): string | undefined =>
  isTree(value) && typeof value['$ref'] === 'string' ? value['$ref'] : undefined;

/** The steps of each reference, cached, because there are few references and each is followed thousands of times. */
const known = new Map<string, string[]>();

function stepsOf(reference: string): string[] {
  let steps = known.get(reference);
  if (!steps) {
    const encoded = reference.slice('#/'.length).split('/');
    steps = encoded.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    known.set(reference, steps);
  }
  return steps;
}

/** The target of a local reference, which may be another reference. */
export function target(contract: object, reference: string): Place {
  const steps = stepsOf(reference);
  const place = below({ value: contract, pointer: [] }, ...steps);
  if (!reference.startsWith('#/') || place.value === undefined)
    throw new Error(`The contract refers to ${reference}, which it does not have.`);
  return place;
}

export function resolve(contract: object, place: Place): Place {
  const seen = new Set<string>();
  let current = place;
  for (let next = referenceOf(current.value); next && !seen.has(next); next = referenceOf(current.value)) {
    seen.add(next);
    current = target(contract, next);
  }
  return current;
}

/** Follows a reference at the top of an object. Keywords beside a reference override those of its target. */
export function opened(contract: object, value: unknown): Tree {
  const { $ref, ...own } = treeOf(value);
  return typeof $ref === 'string' ? { ...opened(contract, target(contract, $ref).value), ...own } : treeOf(value);
}

export const schemaOf = (contract: object, message: unknown): unknown =>
  below({ value: opened(contract, message), pointer: [] }, 'content', 'application/json', 'schema').value;

/** A node and every object below it, each once. References are followed. */
export function reachable(contract: object, node: unknown, found = new Set<Tree>()): Set<Tree> {
  if (Array.isArray(node)) for (const item of node) reachable(contract, item, found);
  if (!isTree(node) || found.has(node)) return found;
  found.add(node);
  const reference = referenceOf(node);
  if (reference) reachable(contract, target(contract, reference).value, found);
  for (const value of Object.values(node)) reachable(contract, value, found);
  return found;
}

export const readSource = (file: string): Source => sourceOf(readFileSync(file, 'utf8'), relative(process.cwd(), file));

/** `file` is the name to show with positions in `text`. */
export function sourceOf(text: string, file: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors[0]) throw new Error(`${file} is not YAML: ${document.errors[0].message}`);
  const contract: unknown = document.toJS();
  if (!isTree(contract) || !isTree(contract['paths'])) throw new Error(`${file} is not a contract: it has no paths.`);

  const positionOf = (pointer: Pointer) => {
    let node: unknown = document.contents;
    let offset = 0;
    for (const step of pointer) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
        if (!pair || !isScalar(pair.key)) break;
        offset = pair.key.range?.[0] ?? offset;
        node = pair.value;
      } else if (isSeq(node)) {
        node = node.items[Number(step)];
        if (!node) break;
        offset = isNode(node) ? (node.range?.[0] ?? offset) : offset;
      } else break;
    }
    return lines.linePos(offset);
  };
  return { file, contract, positionOf };
}
