/**
 * Formats openapi/v1.yaml: the order of keys, and what is written on one line. Comments stay with what they are about.
 *
 *   node openapi/contract/format.ts [FILE]            writes it
 *   node openapi/contract/format.ts [FILE] --check    names the first line that is out of place, and fails
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
  visit,
  type YAMLMap,
} from 'yaml';
import { root } from './contract.ts';
import { type Place, placeOf, rankOf } from './key-order.ts';

export const WIDTH = 120;

/** Dates and words such as `no` are quoted, because YAML 1.1 tools would read them as other types. */
export const DIALECT = { compat: 'yaml-1.1' } as const;
export const STYLE = { singleQuote: true } as const;

/** Idempotent. */
export function formatContract(text: string): string {
  const document = parseDocument(text, DIALECT);
  if (document.errors[0]) throw document.errors[0];
  forgetLayout(document);
  sortKeys(document.contents, 'document');
  layOut(document.contents, 'document', 0, 0);
  separate(document);
  return document.toString({ ...STYLE, lineWidth: WIDTH });
}

function firstDifference(before: string, after: string): number {
  const [lines, others] = [before.split('\n'), after.split('\n')];
  const index = lines.findIndex((line, at) => line !== others[at]);
  return index < 0 ? lines.length : index + 1;
}

function forgetLayout(document: Document): void {
  visit(document, {
    Node(_, node) {
      node.spaceBefore = false;
      if (isScalar(node)) node.type = undefined;
      if (isCollection(node)) node.flow = false;
    },
  });
}

function sortKeys(node: unknown, place: Place): void {
  if (!isCollection(node)) return;
  if (isMap(node)) node.items.sort((a, b) => compare(rankOf(place, keyOf(a)), rankOf(place, keyOf(b))));
  for (const item of node.items)
    sortKeys(isPair(item) ? item.value : item, placeOf(place, isPair(item) ? keyOf(item) : ''));
}

const compare = (a: number, b: number): number => (a === b ? 0 : a - b);

const keyOf = (pair: Pair): string => String((pair.key as Scalar).value);

/** `column` is where the node starts if it fits on one line, `indent` where its lines start if it needs several. */
function layOut(node: unknown, place: Place, indent: number, column: number): void {
  if (isScalar(node)) node.type = blockType(node, column);
  if (!isCollection(node)) return;
  node.flow = mayShareALine(node, place) && fits(node, column);
  if (node.flow) return;
  for (const item of node.items) {
    const inner = indent + 2;
    if (!isPair(item)) layOut(item, placeOf(place, ''), inner, inner);
    else layOut(item.value, placeOf(place, keyOf(item)), inner, indent + lineOf(item.key as Node).length + 2);
  }
}

function mayShareALine(node: Node, place: Place): boolean {
  if (isCollection(node) && node.items.length === 0) return true;
  if (hasComment(node)) return false;
  if (place === 'data' || (isMap(node) && node.has('$ref'))) return true;
  return place === 'schema' && isMap(node) && !['properties', 'oneOf', 'allOf'].some((key) => node.has(key));
}

function hasComment(node: Node): boolean {
  let found = false;
  visit(node, {
    Node(_, { comment, commentBefore }) {
      if (!comment && !commentBefore) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

function blockType(node: Scalar, column: number): Scalar.Type | undefined {
  if (typeof node.value !== 'string') return undefined;
  if (node.value.includes('\n')) return Scalar.BLOCK_LITERAL;
  return fits(node, column) ? undefined : Scalar.BLOCK_FOLDED;
}

const fits = (node: Node, column: number): boolean => column + lineOf(node).length <= WIDTH;

const lineOf = (node: Node): string =>
  stringify(node, { ...DIALECT, ...STYLE, lineWidth: 0, collectionStyle: 'flow' }).trimEnd();

/** Adds an empty line before each operation, each section of the components and each group of schemas opened by a comment. */
function separate(document: Document): void {
  const below = (...path: string[]) => (document.getIn(path) as YAMLMap | undefined)?.items ?? [];
  for (const items of [below('paths'), below('components')])
    for (const { key } of items.slice(1)) (key as Scalar).spaceBefore = true;
  for (const { key } of below('components', 'schemas').slice(1))
    if ((key as Scalar).commentBefore) (key as Scalar).spaceBefore = true;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } });
  const file = positionals[0] ?? join(root, 'openapi/v1.yaml');
  const text = readFileSync(file, 'utf8');
  const formatted = formatContract(text);
  if (formatted !== text && values.check) {
    const place = `${relative(process.cwd(), file)}:${firstDifference(text, formatted)}`;
    process.stderr.write(`${place}: Not formatted. Run \`npm run format\`.\n`);
    process.exitCode = 1;
  } else if (formatted !== text) writeFileSync(file, formatted);
}
