import { isDeepStrictEqual } from 'node:util';
import { isTree, listOf, type Pointer, type Tree, treeOf } from '../contract/tree.ts';
import { type Spot, tellAt } from './kinds.ts';
import { listed, nameAt, quote, shown } from './sdk-names.ts';
import { changedAt, covers, type Direction, lowerBounds, type Shape, upperBounds, whereIs } from './shape.ts';

export const named = (types: Set<string> | undefined): string =>
  types ? [...types].join(' or ') || 'nothing' : 'any type';

/** Names the component in which a changed keyword is written, so that the schemas that include it report one change. */
export const heldAt = (spot: Spot, before: Shape, after: Shape, ...keywords: string[]): Spot => ({
  ...spot,
  what: nameAt(changedAt(before.places, after.places, ...keywords) ?? []) ?? spot.what,
});

/** The component at a place, if it is part of both sides. Otherwise the change is where the component is used. */
export function holderOf(pointer: Pointer, ...shapes: Shape[]): string | undefined {
  const name = nameAt(pointer);
  return shapes.every(({ places }) => places.some((place) => nameAt(place.pointer) === name)) ? name : undefined;
}

/** @returns false when the values have nothing in common. Comparing further would only repeat that. */
export function compareTypes(direction: Direction, before: Shape, after: Shape, spot: Spot): boolean {
  const [was, is] = [before.types, after.types];
  if (isDeepStrictEqual(was, is)) return true;
  // No type is left when parts of a schema contradict each other. `covers` accepts that, but a client can then receive no valid
  // value.
  const breaks = direction === 'send' ? !covers(is, was) : !covers(was, is) || is?.size === 0;
  const nullable = is?.has('null') && !was?.has('null') ? ' and may be null' : '';
  const words = { is: named(is), was: named(was), nullable };
  const at = heldAt(spot, before, after, 'type', 'nullable', 'enum', 'const');
  tellAt(at, 'type_changed', words, whereIs(after, 'type'), { direction, harmless: !breaks });
  return !was || !is || [...was].some((type) => is.has(type));
}

export function compareValues(direction: Direction, before: Shape, after: Shape, use: Spot): void {
  const [was, is] = [before.values, after.values];
  if (!was && !is) return;
  const spot = heldAt(use, before, after, 'enum', 'const');
  if (!was || !is) {
    const at = whereIs(is ? after : before, 'enum', 'const');
    if (is) tellAt(spot, 'values_limited', { values: listed(is) }, at, { harmless: direction === 'read' });
    else tellAt(spot, 'values_freed', { values: listed(was ?? []) }, at, { harmless: direction === 'send' });
    return;
  }
  const code = spot.expression;
  for (const value of was.filter((value) => !has(is, value)))
    tellAt(spot, 'value_removed', { value: quote(value), code }, valueAt(before, value), { direction });
  for (const value of is.filter((value) => !has(was, value)))
    tellAt(spot, 'value_added', { value: quote(value) }, valueAt(after, value));
  compareReasons(before, after, use);
}

/** Compares what the contract says about values, such as whether a failure may be retried. Callers' code compiles either way. */
function compareReasons(before: Shape, after: Shape, use: Spot): void {
  const [were, are] = [reasonsOf(before), reasonsOf(after)];
  const spot = heldAt(use, before, after, 'x-reasons');
  for (const [value, reason] of Object.entries(were)) {
    const [was, is] = [treeOf(reason), treeOf(are[value])];
    const at = [...whereIs(after, 'x-reasons'), value];
    if (!(value in are)) continue;
    if (was['retryable'] !== is['retryable']) {
      const judged = is['retryable'] ? 'is retryable now' : 'is no longer retryable';
      tellAt(spot, 'reason_judged', { value: quote(value), judged }, [...at, 'retryable']);
    }
    if (was['code'] !== is['code']) {
      const codes = { is: quote(is['code']), was: quote(was['code']) };
      tellAt(spot, 'cause_moved', { value: quote(value), ...codes }, [...at, 'code']);
    }
  }
}

const reasonsOf = ({ places }: Shape): Tree =>
  treeOf(places.map(({ value }) => treeOf(value)['x-reasons']).find((reasons) => reasons !== undefined));

function valueAt(shape: Shape, value: unknown): Pointer {
  const pointer = whereIs(shape, 'enum', 'const');
  const place = shape.places.find((place) => isTree(place.value) && Array.isArray(place.value['enum']));
  const index = isTree(place?.value) ? listOf(place.value['enum']).indexOf(value) : -1;
  return pointer.at(-1) === 'enum' && index >= 0 ? [...pointer, index] : pointer;
}

/**
 * Compares which properties are required, whether or not `properties` describes them. Described properties that were added or
 * removed are reported separately.
 */
export function compareRequired(direction: Direction, before: Shape, after: Shape, spot: Spot): void {
  for (const name of new Set([...before.required, ...after.required])) {
    const [was, is] = [before, after].map(({ required }) => required.has(name));
    const [had, has] = [before, after].map(({ properties }) => properties.has(name));
    if (was === is || (is && has && !had) || (was && had && !has)) continue;
    const holder = (was ? before : after).places.find(({ value }) => requires(value, name))!;
    const what = `${holderOf(holder.pointer, before, after) ?? spot.what}.${name}`;
    const { pointer } = after.properties.get(name)?.[0] ?? { pointer: whereIs(after, 'required', 'type') };
    const here = { ...spot, what, expression: `${spot.expression}.${name}` };
    const harmless = direction === 'send' ? was : is;
    tellAt(here, 'value_needed', { need: is ? 'required' : 'optional' }, pointer, { direction, harmless });
  }
}

const requires = (value: unknown, name: string): boolean => isTree(value) && listOf(value['required']).includes(name);

/**
 * Keywords for the form of a value. If such a keyword has another value, it is unknown whether more or fewer values fit, so the
 * change counts as breaking.
 */
const looks = ['format', 'pattern', 'contentEncoding', 'contentMediaType'];
/**
 * Keywords with a condition for the whole value. Removing one breaks no call, but responses may then contain what the keyword ruled
 * out.
 */
const asks = ['not', 'contains', 'propertyNames', 'dependentRequired', 'dependentSchemas'];
/** Formats that only say how to store a number. Adding one breaks nothing. */
const holds: unknown[] = ['int64', 'double'];

export function compareConstraints(direction: Direction, before: Shape, after: Shape, spot: Spot): void {
  for (const keyword of new Set([...before.rest.keys(), ...after.rest.keys()])) {
    const [was, is] = [before.rest.get(keyword), after.rest.get(keyword)];
    if (isDeepStrictEqual(was, is)) continue;
    if (direction === 'read' && is === undefined && everyValueHas(keyword, was, after.values)) continue;
    const words = { change: changeOf(keyword, was, is), strained: strained(keyword, shown(spot.expression)) };
    const harmless = !breaksBy(keyword, was, is, direction);
    const at = heldAt(spot, before, after, keyword);
    tellAt(at, 'value_constrained', words, whereIs(after, keyword, 'type'), { direction, harmless });
  }
}

function strained(keyword: string, expression: string): string {
  if (upperBounds.includes(keyword)) return `reads ${expression} may get a number that JavaScript rounds`;
  if (lowerBounds.includes(keyword)) return `reads ${expression} may get an empty one`;
  return `relies on how ${expression} looks may fail`;
}

/** An enum implies a constraint if each of its values satisfies it. */
const everyValueHas = (keyword: string, was: unknown, values: unknown[] = []): boolean =>
  values.length > 0 &&
  values.every((value) => {
    if (typeof value !== 'string') return false;
    if (keyword === 'pattern') return new RegExp(String(was), 'u').test(value);
    if (keyword === 'minLength') return value.length >= Number(was);
    return keyword === 'maxLength' && value.length <= Number(was);
  });

/** Patterns are not shown, because people learn little from comparing two of them. */
export function changeOf(keyword: string, was: unknown, is: unknown): string {
  if (keyword === 'pattern')
    return was === undefined
      ? 'has a pattern now'
      : is === undefined
        ? 'no longer has a pattern'
        : 'has another pattern';
  const isKnown = [...upperBounds, ...lowerBounds, ...looks, 'default', 'multipleOf'].includes(keyword);
  const name = isKnown ? keyword : `the keyword \`${keyword}\``;
  if (was === undefined) return `has ${name} ${quote(is)} now`;
  if (is === undefined) return `no longer has ${name} ${quote(was)}`;
  return `has ${name} ${quote(is)} instead of ${quote(was)}`;
}

function breaksBy(keyword: string, was: unknown, is: unknown, direction: Direction): boolean {
  const [from, to] = [was, is].map((value) => (typeof value === 'number' ? value : undefined));
  if (upperBounds.includes(keyword)) {
    if (direction === 'send') return to !== undefined && (from === undefined || to < from);
    // Larger values in responses break nothing, up to the largest integer that JavaScript reads exactly.
    return (
      keyword.endsWith('aximum') &&
      (from ?? Infinity) <= Number.MAX_SAFE_INTEGER &&
      (to ?? Infinity) > Number.MAX_SAFE_INTEGER
    );
  }
  if (lowerBounds.includes(keyword)) {
    if (direction === 'send') return to !== undefined && (from === undefined || to > from);
    // The change breaks code if the value could not be empty before and can be now.
    return keyword.startsWith('min') && keyword !== 'minimum' && (from ?? 0) > 0 && (to ?? 0) === 0;
  }
  if (was === undefined && holds.includes(is)) return false;
  if (looks.includes(keyword)) return direction === 'send' ? is !== undefined : was !== undefined;
  if (asks.includes(keyword)) return direction === 'read' || is !== undefined;
  if (keyword === 'uniqueItems') return direction === 'send' ? is === true : was === true;
  if (keyword === 'multipleOf' && direction === 'read') return false;
  if (keyword === 'multipleOf') return to !== undefined && (from === undefined || from % to !== 0);
  // An unknown keyword must not hide a break.
  return true;
}

const has = (values: unknown[], value: unknown): boolean => values.some((other) => isDeepStrictEqual(other, value));
