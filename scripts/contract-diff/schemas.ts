/** Compares two schemas: what a client sends must not get narrower, and what it reads must not get wider or lose anything. */
import { isDeepStrictEqual } from 'node:util';
import { type Cause, Finding, type Found } from './causes.ts';
import {
  annotation,
  branchesOf,
  type Direction,
  lowerBounds,
  nameOf,
  open,
  type Schema,
  type Shape,
  shapeOf,
  upperBounds,
  whereIs,
} from './shape.ts';
import { entriesOf, isTree, listOf, type Place, type Pointer, type Tree } from './tree.ts';
import { listed, quote, variableOf } from './words.ts';

/** Where the comparison stands, in the words of the SDK. */
export interface Spot {
  /** `ApprovedSession.surname`. */
  what: string;
  /** `session.surname`, as code writes it. */
  expression: string;
  finding: Finding;
}

const within = (spot: Spot, what: string, expression = what): Spot => ({
  ...spot,
  what: spot.what + what,
  expression: spot.expression + expression,
});

const say = (spot: Spot, found: Found): void => void spot.finding.add(found);
const major = (breaks: boolean): Cause['verdict'] => (breaks ? 'major' : 'minor');
const anything = (beside: Shape): Schema => [{ value: true, pointer: whereIs(beside, 'type') }];

export class Schemas {
  readonly #before: Tree;
  readonly #after: Tree;
  /** Components that only have another name now. */
  readonly #renamed: Map<string, string>;
  readonly findings = new Map<string, Finding>();

  constructor(before: Tree, after: Tree, renamed: Map<string, string>) {
    this.#before = before;
    this.#after = after;
    this.#renamed = renamed;
  }

  /** A schema where it is used: as a property, a parameter, an item. */
  compareUse(direction: Direction, before: Schema, after: Schema, spot: Spot): void {
    const [was, is] = [annotation(this.#before, before, 'default'), annotation(this.#after, after, 'default')];
    if (direction === 'send' && !isDeepStrictEqual(was, is))
      say(spot, {
        verdict: major(was !== undefined),
        what: `\`${spot.what}\` ${changeOf('default', was, is)}`,
        consequence: 'calls that leave it out mean something else',
        pointer: (after[0] as Place).pointer,
      });
    if (!annotation(this.#before, before, 'deprecated') && annotation(this.#after, after, 'deprecated'))
      say(spot, { verdict: 'minor', what: `\`${spot.what}\` is deprecated`, pointer: (after[0] as Place).pointer });
    this.compare(direction, before, after, spot);
  }

  compare(direction: Direction, before: Schema, after: Schema, spot: Spot): void {
    const key = [direction, keyOf(before), keyOf(after)].join(' ');
    const known = this.findings.get(key);
    const finding = known ?? new Finding();
    finding.parents.add(spot.finding);
    // A component is compared once, also when it holds itself.
    if (known) return;
    this.findings.set(key, finding);

    const name = nameOf(before);
    const same = name !== undefined && (this.#renamed.get(name) ?? name) === nameOf(after);
    const here = { ...spot, finding, ...(same ? { what: name } : {}) };
    const [were, are] = [branchesOf(this.#before, before), branchesOf(this.#after, after)];
    if (were.length > 1 || are.length > 1) {
      this.#compareBranches(direction, before, after, same ? { ...here, expression: variableOf(name) } : here);
      return;
    }
    const [was = before] = were;
    const [is = after] = are;
    if (was !== before || is !== after) {
      this.compare(direction, was, is, here);
      return;
    }
    const shapes = [shapeOf(this.#before, before, direction), shapeOf(this.#after, after, direction)] as const;
    const isObject = shapes.some(({ properties }) => properties.size > 0);
    this.#compareShapes(direction, ...shapes, same && isObject ? { ...here, expression: variableOf(name) } : here);
  }

  #compareBranches(direction: Direction, before: Schema, after: Schema, spot: Spot): void {
    const branch = (contract: Tree) => (schema: Schema) => ({
      contract,
      schema,
      shape: shapeOf(contract, schema, direction),
    });
    type Branch = ReturnType<ReturnType<typeof branch>>;
    const were = branchesOf(this.#before, before).map(branch(this.#before));
    const left = branchesOf(this.#after, after).map(branch(this.#after));
    const valuesAt = ({ contract, shape }: Branch, name: string) =>
      (shape.required.has(name) && shapeOf(contract, shape.properties.get(name) ?? [], direction).values) || [];
    // The property whose values tell the branches apart, as TypeScript would find it.
    const property = [...(were[0]?.shape.properties.keys() ?? [])].find((name) =>
      [...were, ...left].every((each) => valuesAt(each, name).length > 0),
    );
    const valuesOf = (each: Branch) => (property ? valuesAt(each, property) : []);
    const nameBefore = (schema: Schema) => this.#renamed.get(nameOf(schema) ?? '') ?? nameOf(schema);

    const alike: ((was: Branch, is: Branch) => boolean)[] = [
      (was, is) => nameOf(is.schema) !== undefined && nameBefore(was.schema) === nameOf(is.schema),
      (was, is) => valuesOf(was).some((value) => valuesOf(is).includes(value)),
      (was, is) => !property && isDeepStrictEqual(was.shape.types, is.shape.types),
    ];
    let gone = were;
    for (const test of alike)
      gone = gone.filter((was) => {
        const index = left.findIndex((is) => test(was, is));
        if (index < 0) return true;
        this.compare(direction, was.schema, left.splice(index, 1)[0]!.schema, spot);
        return false;
      });

    const labelOf = (each: Branch) =>
      nameOf(each.schema) ?? (property ? `${property} ${listed(valuesOf(each))}` : named(each.shape.types));
    for (const each of gone) {
      const condition = valuesOf(each).map((value) => `\`${spot.expression}.${property} === ${quote(value)}\``);
      say(spot, {
        verdict: 'major',
        what: `\`${labelOf(each)}\` is no longer one of \`${spot.what}\``,
        consequence:
          direction === 'send'
            ? 'calls that send it are refused'
            : `code for ${condition.join(' or ') || 'it'} no longer finds its properties`,
        side: 'before',
        pointer: (each.schema.at(-1) as Place).pointer,
      });
    }
    for (const each of left)
      say(spot, {
        verdict: major(direction === 'read' && !property),
        what: `\`${labelOf(each)}\` is one of \`${spot.what}\` now`,
        ...(direction === 'read' && !property ? { consequence: 'code that reads it does not know this type' } : {}),
        pointer: (each.schema.at(-1) as Place).pointer,
      });
    this.#compareDiscriminators(open(this.#before, before), open(this.#after, after), spot);
  }

  /** The explicit discriminator: its property, and which value means which branch. */
  #compareDiscriminators(before: Place[], after: Place[], spot: Spot): void {
    const [was, is] = [before, after].map((places) =>
      places.map(({ value }) => (isTree(value) ? value['discriminator'] : undefined)).find(isTree),
    );
    if (!was) return;
    const pointer = (after[0] as Place).pointer;
    const consequence = `code that tells apart by \`${spot.expression}.${was['propertyName']}\` gets another type`;
    if (was['propertyName'] !== is?.['propertyName'])
      say(spot, {
        verdict: 'major',
        what: `\`${spot.what}\` is no longer told apart by \`${was['propertyName']}\``,
        consequence,
        pointer,
      });
    const mapping = new Map(entriesOf(is?.['mapping']));
    for (const [value, branch] of entriesOf(was['mapping']))
      if (mapping.get(value) !== branch && this.#renamedReference(branch) !== mapping.get(value))
        say(spot, {
          verdict: 'major',
          what: `\`${spot.what}\`: '${value}' no longer means ${shortly(branch)}`,
          consequence,
          pointer,
        });
  }

  #renamedReference(reference: unknown): string {
    const name = shortly(reference);
    return String(reference).replace(new RegExp(`${name}$`), this.#renamed.get(name) ?? name);
  }

  #compareShapes(direction: Direction, before: Shape, after: Shape, spot: Spot): void {
    if (!compareTypes(direction, before, after, spot)) return;
    compareValues(direction, before, after, spot);
    compareConstraints(direction, before, after, spot);
    this.#compareProperties(direction, before, after, spot);
    this.#compareAdditional(direction, before, after, spot);
    if (before.items || after.items)
      this.compareUse(
        direction,
        before.items ?? anything(before),
        after.items ?? anything(after),
        within(spot, '[]', '[0]'),
      );
  }

  #compareProperties(direction: Direction, before: Shape, after: Shape, spot: Spot): void {
    const added = new Map([...after.properties].filter(([name]) => !before.properties.has(name)));
    for (const [name, was] of before.properties) {
      const here = within(spot, `.${name}`);
      const is = after.properties.get(name);
      if (is) {
        compareRequired(direction, name, before, after, here);
        this.compareUse(direction, was, is, here);
        continue;
      }
      const [renamed] = [...added].find(([, schema]) => isDeepStrictEqual(bare(was), bare(schema))) ?? [];
      if (renamed) added.delete(renamed);
      const refused =
        after.additional === false ? 'calls that send it are refused' : 'what calls send in it is ignored';
      say(here, {
        verdict: 'major',
        what: `\`${here.what}\` was ${renamed ? `renamed to \`${renamed}\`` : 'removed'}`,
        consequence: direction === 'send' ? refused : `code that reads \`${here.expression}\` gets undefined`,
        ...(renamed
          ? { pointer: (after.properties.get(renamed)![0] as Place).pointer }
          : { side: 'before' as const, pointer: (was[0] as Place).pointer }),
      });
    }
    for (const [name, schema] of added) {
      const needed = direction === 'send' && after.required.has(name);
      say(spot, {
        verdict: major(needed),
        what: `\`${spot.what}.${name}\` was added${needed ? ' and is required' : ''}`,
        ...(needed ? { consequence: 'calls that do not send it are refused' } : {}),
        pointer: (schema[0] as Place).pointer,
      });
    }
  }

  #compareAdditional(direction: Direction, before: Shape, after: Shape, spot: Spot): void {
    const [was, is] = [before.additional, after.additional];
    if (typeof was !== 'boolean' && typeof is !== 'boolean') {
      this.compareUse(direction, was, is, within(spot, '[key]'));
      return;
    }
    if (was === is) return;
    const narrower = is === false || was === true;
    // Answers may gain properties, so an object that opens is no break, but one that promised what its values are is.
    const breaks = direction === 'send' ? narrower : typeof was !== 'boolean';
    const kind =
      is === false ? 'no other properties' : is === true ? 'any other properties' : 'other properties of one type';
    say(spot, {
      verdict: major(breaks),
      what: `\`${spot.what}\` takes ${kind} now`,
      ...(breaks
        ? {
            consequence:
              direction === 'send'
                ? 'calls that send others are refused'
                : `code that reads \`${spot.expression}[key]\` gets something else`,
          }
        : {}),
      pointer: whereIs(after, 'additionalProperties', 'type'),
    });
  }
}

/** False when nothing is left in common, so that to go on would only repeat it. */
function compareTypes(direction: Direction, before: Shape, after: Shape, spot: Spot): boolean {
  const [was, is] = [before.types, after.types];
  if (isDeepStrictEqual(was, is)) return true;
  const breaks = direction === 'send' ? !covers(is, was) : !covers(was, is);
  const nullable = is?.has('null') && !was?.has('null') ? ' and may be null' : '';
  say(spot, {
    verdict: major(breaks),
    what: `\`${spot.what}\` is ${named(is)} instead of ${named(was)}`,
    ...(breaks
      ? {
          consequence:
            direction === 'send'
              ? `calls that send ${named(was)} are refused`
              : `code that reads \`${spot.expression}\` gets another type${nullable}`,
        }
      : {}),
    pointer: whereIs(after, 'type'),
  });
  return !was || !is || [...was].some((type) => is.has(type));
}

/** Whether everything of the one set of types is in the other; an integer is a number. */
function covers(wide: Set<string> | undefined, narrow: Set<string> | undefined): boolean {
  if (!wide) return true;
  if (!narrow) return false;
  return [...narrow].every((type) => wide.has(type) || (type === 'integer' && wide.has('number')));
}

function compareValues(direction: Direction, before: Shape, after: Shape, spot: Spot): void {
  const [was, is] = [before.values, after.values];
  if (!was && !is) return;
  if (!was || !is) {
    const breaks = direction === 'send' ? !was : !is;
    say(spot, {
      verdict: major(breaks),
      what: is
        ? `\`${spot.what}\` is one of ${listed(is)} now`
        : `\`${spot.what}\` is no longer one of ${listed(was!)}`,
      ...(breaks
        ? {
            consequence:
              direction === 'send'
                ? 'calls that send another value are refused'
                : `code that compares \`${spot.expression}\` meets any value`,
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
      what: `\`${spot.what}\`: ${quote(value)} was removed`,
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
      what: `\`${spot.what}\`: ${quote(value)} was added`,
      pointer: valueAt(after, value),
    });
}

function valueAt(shape: Shape, value: unknown): Pointer {
  const pointer = whereIs(shape, 'enum', 'const');
  const place = shape.places.find((place) => isTree(place.value) && Array.isArray(place.value['enum']));
  const index = isTree(place?.value) ? listOf(place.value['enum']).indexOf(value) : -1;
  return pointer.at(-1) === 'enum' && index >= 0 ? [...pointer, index] : pointer;
}

function compareRequired(direction: Direction, name: string, before: Shape, after: Shape, spot: Spot): void {
  const [was, is] = [before.required.has(name), after.required.has(name)];
  if (was === is) return;
  const breaks = direction === 'send' ? is : was;
  say(spot, {
    verdict: major(breaks),
    what: `\`${spot.what}\` is ${is ? 'required' : 'optional'} now`,
    ...(breaks
      ? {
          consequence:
            direction === 'send'
              ? 'calls that do not send it are refused'
              : `code that reads \`${spot.expression}\` may get undefined`,
        }
      : {}),
    pointer: (after.properties.get(name)![0] as Place).pointer,
  });
}

/** Keywords that say how a value looks. Whether a new one accepts more or less cannot be told, so any change counts. */
const looks = ['format', 'pattern', 'contentEncoding', 'contentMediaType'];

function compareConstraints(direction: Direction, before: Shape, after: Shape, spot: Spot): void {
  for (const keyword of new Set([...before.rest.keys(), ...after.rest.keys()])) {
    const [was, is] = [before.rest.get(keyword), after.rest.get(keyword)];
    if (isDeepStrictEqual(was, is)) continue;
    const breaks = breaksBy(keyword, was, is, direction);
    say(spot, {
      verdict: major(breaks),
      what: `\`${spot.what}\` ${changeOf(keyword, was, is)}`,
      ...(breaks
        ? {
            consequence:
              direction === 'send'
                ? 'calls that were accepted may be refused'
                : `code that relies on how \`${spot.expression}\` looks may fail`,
          }
        : {}),
      pointer: whereIs(after, keyword, 'type'),
    });
  }
}

/** Patterns are not shown: two of them side by side tell nobody what is accepted. */
function changeOf(keyword: string, was: unknown, is: unknown): string {
  const value = (of: unknown) => (keyword === 'pattern' ? '' : ` ${quote(of)}`);
  if (was === undefined) return `has ${keyword}${value(is)} now`;
  if (is === undefined) return `no longer has ${keyword}${value(was)}`;
  return keyword === 'pattern' ? 'has another pattern' : `has ${keyword}${value(is)} instead of${value(was)}`;
}

function breaksBy(keyword: string, was: unknown, is: unknown, direction: Direction): boolean {
  const [from, to] = [was, is].map((value) => (typeof value === 'number' ? value : undefined));
  if (upperBounds.includes(keyword)) {
    if (direction === 'send') return to !== undefined && (from === undefined || to < from);
    // Longer answers are no break, but JavaScript reads no larger integer exactly.
    return (
      keyword.endsWith('aximum') &&
      (from ?? Infinity) <= Number.MAX_SAFE_INTEGER &&
      (to ?? Infinity) > Number.MAX_SAFE_INTEGER
    );
  }
  if (lowerBounds.includes(keyword)) {
    if (direction === 'send') return to !== undefined && (from === undefined || to > from);
    // What was never empty may be empty now.
    return keyword.startsWith('min') && keyword !== 'minimum' && (from ?? 0) > 0 && (to ?? 0) === 0;
  }
  if (looks.includes(keyword)) return direction === 'send' ? is !== undefined : was !== undefined;
  if (keyword === 'uniqueItems') return direction === 'send' ? is === true : was === true;
  if (keyword === 'multipleOf' && direction === 'read') return false;
  if (keyword === 'multipleOf') return to !== undefined && (from === undefined || from % to !== 0);
  // A keyword that is not understood here must not hide a break.
  return true;
}

/** A schema without its texts, to see whether two are the same. */
function bare(schema: Schema): unknown {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isTree(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([keyword]) => !['description', 'title', 'example', 'examples'].includes(keyword))
        .map(([keyword, inner]) => [keyword, strip(inner)]),
    );
  };
  return schema.map(({ value }) => strip(value));
}

const has = (values: unknown[], value: unknown): boolean => values.some((other) => isDeepStrictEqual(other, value));
const named = (types: Set<string> | undefined): string => (types ? [...types].join(' or ') || 'nothing' : 'any type');
const shortly = (reference: unknown): string => String(reference).split('/').at(-1)!;
const keyOf = (schema: Schema): string => nameOf(schema) ?? schema.map(({ pointer }) => pointer.join('/')).join('|');
