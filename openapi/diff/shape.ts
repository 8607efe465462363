/** A schema with references followed and allOf flattened: the shape of its values. */
import { isDeepStrictEqual } from 'node:util';
import {
  below,
  entriesOf,
  isTree,
  listOf,
  type Place,
  type Pointer,
  placesIn,
  referenceOf,
  type Tree,
  target,
  treeOf,
} from '../contract/tree.ts';

/** Several places that apply together, as under allOf. */
export type Schema = readonly Place[];

/** `send` is for what a client sends, `read` for what it receives. */
export type Direction = 'send' | 'read';

export interface Shape {
  /** Where the schema is written, with references and allOf expanded. */
  places: Place[];
  /** Absent when any type is allowed. */
  types: Set<string> | undefined;
  values: unknown[] | undefined;
  properties: Map<string, Schema>;
  required: Set<string>;
  additional: boolean | Schema;
  items: Schema | undefined;
  rest: Map<string, unknown>;
}

const words = new Set(
  '$comment description title summary example examples externalDocs xml deprecated default readOnly writeOnly discriminator'.split(
    ' ',
  ),
);
const structural = new Set(
  '$ref $defs allOf oneOf anyOf type nullable enum const properties required additionalProperties items'.split(' '),
);

const idle: Record<string, unknown> = { minLength: 0, minItems: 0, minProperties: 0, uniqueItems: false };

const saysSomething = ([keyword]: [string, unknown]) => !words.has(keyword) && !keyword.startsWith('x-');

export function nameOf(schema: Schema): string | undefined {
  const [only] = schema;
  const reference = referenceOf(only?.value);
  if (schema.length !== 1 || !reference) return undefined;
  const bare = entriesOf(only?.value).filter(saysSomething).length === 1;
  return bare ? /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1] : undefined;
}

export function open(contract: Tree, schema: Schema, seen: ReadonlySet<unknown> = new Set()): Place[] {
  return schema.flatMap((place) => {
    if (!isTree(place.value) || seen.has(place.value)) return [place];
    const within = new Set(seen).add(place.value);
    const reference = referenceOf(place.value);
    const parts = listOf(place.value['allOf']).map((_, index) => below(place, 'allOf', index));
    if (!reference && parts.length === 0) return [place];
    const { $ref, allOf, ...own } = place.value;
    return [
      ...(reference ? open(contract, [target(contract, reference)], within) : []),
      ...open(contract, parts, within),
      ...(Object.entries(own).some(saysSomething) ? [{ value: own, pointer: place.pointer }] : []),
    ];
  });
}

/** The branches of a oneOf or anyOf, including nested ones, each with what all branches share. One branch when there is no choice. */
export function branchesOf(contract: Tree, schema: Schema, seen: readonly string[] = []): Schema[] {
  const opened = open(contract, schema);
  const choice = opened.find(({ value }) => isTree(value) && (value['oneOf'] ?? value['anyOf']));
  if (!choice || seen.includes(keyOf(choice))) return [schema];
  const { oneOf, anyOf, ...own } = treeOf(choice.value);
  const keyword = oneOf ? 'oneOf' : 'anyOf';
  const shared = [
    ...opened.filter((place) => place !== choice),
    ...(Object.entries(own).some(saysSomething) ? [{ value: own, pointer: choice.pointer }] : []),
  ];
  return listOf(oneOf ?? anyOf).flatMap((_, index) =>
    branchesOf(contract, [...shared, below(choice, keyword, index)], [...seen, keyOf(choice)]),
  );
}

export function shapeOf(contract: Tree, schema: Schema, direction: Direction): Shape {
  const places = open(contract, schema);
  const shape: Shape = {
    places,
    types: undefined,
    values: undefined,
    properties: new Map(),
    required: new Set(),
    additional: true,
    items: undefined,
    rest: new Map(),
  };
  for (const place of places) {
    if (place.value === false) shape.types = new Set();
    if (!isTree(place.value)) continue;
    const own = place.value;
    shape.types = both(shape.types, typesOf(own));
    shape.values = common(shape.values, 'const' in own ? [own['const']] : (own['enum'] as unknown[] | undefined));
    // Read-only properties are not sent, and write-only properties are not read.
    const hidden = direction === 'send' ? 'readOnly' : 'writeOnly';
    const properties = placesIn(below(place, 'properties'));
    const isHidden = (name: string) =>
      annotation(annotated(contract, [properties.get(name) ?? place]), hidden) === true;
    for (const [name, property] of properties)
      if (!isHidden(name)) shape.properties.set(name, [...(shape.properties.get(name) ?? []), property]);
    for (const name of listOf(own['required']).map(String)) if (!isHidden(name)) shape.required.add(name);
    if (own['additionalProperties'] === false) shape.additional = false;
    else if (entriesOf(own['additionalProperties']).some(saysSomething) && shape.additional !== false)
      shape.additional = [...(shape.additional === true ? [] : shape.additional), below(place, 'additionalProperties')];
    if (own['items'] !== undefined) shape.items = [...(shape.items ?? []), below(place, 'items')];
    for (const entry of Object.entries(own))
      if (saysSomething(entry) && !structural.has(entry[0]) && idle[entry[0]] !== entry[1])
        tighten(shape.rest, ...entry);
  }
  settle(shape);
  return shape;
}

const concerning: Record<string, string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  array: ['minItems', 'maxItems', 'uniqueItems'],
  object: ['minProperties', 'maxProperties'],
};

/** Normalizes shapes that can be written in several ways. */
function settle(shape: Shape): void {
  const { types, rest } = shape;
  if (!types) return;
  const isOnlyNull = types.size === 1 && types.has('null');
  shape.values = isOnlyNull ? undefined : shape.values?.filter((value) => covers(types, new Set([typeOf(value)])));
  const relevant = new Set([...types].flatMap((type) => concerning[type] ?? []));
  for (const keyword of Object.values(concerning).flat()) if (!relevant.has(keyword)) rest.delete(keyword);
  if (!types.has('integer') || types.has('number')) return;
  for (const [exclusive, inclusive, step] of [
    ['exclusiveMinimum', 'minimum', 1],
    ['exclusiveMaximum', 'maximum', -1],
  ] as const) {
    const bound = rest.get(exclusive);
    if (typeof bound !== 'number') continue;
    rest.delete(exclusive);
    tighten(rest, inclusive, bound + step);
  }
}

export const whereIs = ({ places }: Shape, ...keywords: string[]): Pointer => {
  for (const keyword of keywords)
    for (const { value, pointer } of places) if (isTree(value) && keyword in value) return [...pointer, keyword];
  return places[0]?.pointer ?? [];
};

export const keyOf = ({ pointer }: Place): string => pointer.join('/');

/**
 * The first place on both sides at which one of the keywords has changed. Undefined if there is none, for example because another
 * component is used now.
 */
export const changedAt = (before: Schema, after: Schema, ...keywords: string[]): Pointer | undefined =>
  after.find((is) => {
    const was = before.find((place) => keyOf(place) === keyOf(is));
    return was && keywords.some((name) => !isDeepStrictEqual(treeOf(was.value)[name], treeOf(is.value)[name]));
  })?.pointer;

/** Where to look for annotations: first where the schema is used, which takes precedence, then where it is written. */
export const annotated = (contract: Tree, schema: Schema): Place[] => [...schema, ...open(contract, schema)];

export const annotation = (places: Place[], keyword: string): unknown =>
  places.map(({ value }) => treeOf(value)[keyword]).find((value) => value !== undefined);

export const upperBounds = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];
export const lowerBounds = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];

function tighten(rest: Map<string, unknown>, keyword: string, value: unknown): void {
  const present = rest.get(keyword);
  if (typeof present === 'number' && typeof value === 'number' && upperBounds.includes(keyword))
    rest.set(keyword, Math.min(present, value));
  else if (typeof present === 'number' && typeof value === 'number' && lowerBounds.includes(keyword))
    rest.set(keyword, Math.max(present, value));
  else if (present === undefined || isDeepStrictEqual(present, value)) rest.set(keyword, value);
  else rest.set(keyword, [present, value].flat());
}

/** An integer counts as a number. */
export function covers(wide: Set<string> | undefined, narrow: Set<string> | undefined): boolean {
  if (!wide) return true;
  if (!narrow) return false;
  return [...narrow].every((type) => wide.has(type) || (type === 'integer' && wide.has('number')));
}

function typesOf(own: Tree): Set<string> | undefined {
  const said = own['type'];
  if (said === undefined) {
    if (isTree(own['properties'])) return new Set(['object']);
    const values = 'const' in own ? [own['const']] : own['enum'];
    return Array.isArray(values) ? new Set(values.map(typeOf)) : undefined;
  }
  const types = new Set((Array.isArray(said) ? said : [said]).map(String));
  return own['nullable'] === true ? types.add('null') : types;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function both(a: Set<string> | undefined, b: Set<string> | undefined): Set<string> | undefined {
  if (!a || !b) return a ?? b;
  const integers = (a.has('integer') && b.has('number')) || (a.has('number') && b.has('integer'));
  return new Set([...[...a].filter((type) => b.has(type)), ...(integers ? ['integer'] : [])]);
}

function common(a: unknown[] | undefined, b: unknown[] | undefined): unknown[] | undefined {
  return a && b ? a.filter((value) => b.some((other) => isDeepStrictEqual(value, other))) : (a ?? b);
}
