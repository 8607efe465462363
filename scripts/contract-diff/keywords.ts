/** Compares what two schemas say about one value: its types, values, bounds and form. */
import { isDeepStrictEqual } from 'node:util';
import { isTree, listOf, type Pointer } from '../contract/tree.ts';
import type { Cause, Finding, Found } from './causes.ts';
import { listed, quote, shown } from './sdk-names.ts';
import { type Direction, lowerBounds, type Shape, upperBounds, whereIs } from './shape.ts';

/** The current position of the comparison, in the terms of the SDK. */
export interface Spot {
  /** `ApprovedSession.surname`. */
  what: string;
  /** `session.surname`, as code writes it. */
  expression: string;
  finding: Finding;
}

export const say = (spot: Spot, found: Found): void => void spot.finding.add(found);
export const major = (breaks: boolean): Cause['verdict'] => (breaks ? 'major' : 'minor');
export const named = (types: Set<string> | undefined): string =>
  types ? [...types].join(' or ') || 'nothing' : 'any type';

/** @returns false when the values have nothing in common. Comparing further would only repeat that. */
export function compareTypes(direction: Direction, before: Shape, after: Shape, spot: Spot): boolean {
  const [was, is] = [before.types, after.types];
  if (isDeepStrictEqual(was, is)) return true;
  // If two parts of a schema contradict each other, it has no values.
  const breaks = direction === 'send' ? !covers(is, was) : !covers(was, is) || is?.size === 0;
  const nullable = is?.has('null') && !was?.has('null') ? ' and may be null' : '';
  say(spot, {
    verdict: major(breaks),
    what: `${shown(spot.what)} is ${named(is)} instead of ${named(was)}`,
    ...(breaks
      ? {
          consequence:
            direction === 'send'
              ? `calls that send ${named(was)} are refused`
              : `code that reads ${shown(spot.expression)} gets another type${nullable}`,
        }
      : {}),
    pointer: whereIs(after, 'type'),
  });
  return !was || !is || [...was].some((type) => is.has(type));
}

/** Whether one set of types contains the other. An integer is a number. */
function covers(wide: Set<string> | undefined, narrow: Set<string> | undefined): boolean {
  if (!wide) return true;
  if (!narrow) return false;
  return [...narrow].every((type) => wide.has(type) || (type === 'integer' && wide.has('number')));
}

export function compareValues(direction: Direction, before: Shape, after: Shape, spot: Spot): void {
  const [was, is] = [before.values, after.values];
  if (!was && !is) return;
  if (!was || !is) {
    const breaks = direction === 'send' ? !was : !is;
    say(spot, {
      verdict: major(breaks),
      what: is
        ? `${shown(spot.what)} is one of ${listed(is)} now`
        : `${shown(spot.what)} is no longer one of ${listed(was!)}`,
      ...(breaks
        ? {
            consequence:
              direction === 'send'
                ? 'calls that send another value are refused'
                : `code that compares ${shown(spot.expression)} meets any value`,
          }
        : {}),
      pointer: whereIs(is ? after : before, 'enum', 'const'),
      side: is ? 'after' : 'before',
    });
    return;
  }
  for (const value of was.filter((value) => !has(is, value)))
    say(spot, {
      verdict: 'major',
      what: `${shown(spot.what)}: ${quote(value)} was removed`,
      consequence:
        direction === 'send'
          ? `calls that send ${quote(value)} are refused`
          : `code that compares \`${spot.expression} === ${quote(value)}\` never matches`,
      side: 'before',
      pointer: valueAt(before, value),
    });
  for (const value of is.filter((value) => !has(was, value)))
    say(spot, {
      verdict: 'minor',
      what: `${shown(spot.what)}: ${quote(value)} was added`,
      pointer: valueAt(after, value),
    });
}

function valueAt(shape: Shape, value: unknown): Pointer {
  const pointer = whereIs(shape, 'enum', 'const');
  const place = shape.places.find((place) => isTree(place.value) && Array.isArray(place.value['enum']));
  const index = isTree(place?.value) ? listOf(place.value['enum']).indexOf(value) : -1;
  return pointer.at(-1) === 'enum' && index >= 0 ? [...pointer, index] : pointer;
}

export function compareRequired(direction: Direction, name: string, before: Shape, after: Shape, spot: Spot): void {
  const [was, is] = [before.required.has(name), after.required.has(name)];
  if (was === is) return;
  const breaks = direction === 'send' ? is : was;
  say(spot, {
    verdict: major(breaks),
    what: `${shown(spot.what)} is ${is ? 'required' : 'optional'} now`,
    ...(breaks
      ? {
          consequence:
            direction === 'send'
              ? 'calls that do not send it are refused'
              : `code that reads ${shown(spot.expression)} may get undefined`,
        }
      : {}),
    pointer: after.properties.get(name)![0]!.pointer,
  });
}

/** Keywords for the form of a value. Whether a changed one accepts more or less is unknown, so any change counts. */
const looks = ['format', 'pattern', 'contentEncoding', 'contentMediaType'];

export function compareConstraints(direction: Direction, before: Shape, after: Shape, spot: Spot): void {
  for (const keyword of new Set([...before.rest.keys(), ...after.rest.keys()])) {
    const [was, is] = [before.rest.get(keyword), after.rest.get(keyword)];
    if (isDeepStrictEqual(was, is)) continue;
    if (direction === 'read' && is === undefined && everyValueHas(keyword, was, after.values)) continue;
    const breaks = breaksBy(keyword, was, is, direction);
    say(spot, {
      verdict: major(breaks),
      what: `${shown(spot.what)} ${changeOf(keyword, was, is)}`,
      ...(breaks
        ? {
            consequence:
              direction === 'send'
                ? 'calls that were accepted may be refused'
                : `code that ${strained(keyword, shown(spot.expression))}`,
          }
        : {}),
      pointer: whereIs(after, keyword, 'type'),
    });
  }
}

/** What happens to code that reads a value whose bound or form has changed. */
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
    // It breaks if the value could not be empty before and can be now.
    return keyword.startsWith('min') && keyword !== 'minimum' && (from ?? 0) > 0 && (to ?? 0) === 0;
  }
  if (looks.includes(keyword)) return direction === 'send' ? is !== undefined : was !== undefined;
  if (keyword === 'uniqueItems') return direction === 'send' ? is === true : was === true;
  if (keyword === 'multipleOf' && direction === 'read') return false;
  if (keyword === 'multipleOf') return to !== undefined && (from === undefined || from % to !== 0);
  // An unknown keyword must not hide a break.
  return true;
}

const has = (values: unknown[], value: unknown): boolean => values.some((other) => isDeepStrictEqual(other, value));
