/** Compares two schemas: what a client sends must not get narrower, and what it reads must not get wider or lose anything. */
import { isDeepStrictEqual } from 'node:util';
import { entriesOf, isTree, type Place, type Tree, treeOf } from '../contract/tree.ts';
import { labelOf, type Match, matchBranches, readBranches } from './branches.ts';
import { Finding } from './causes.ts';
import {
  changeOf,
  compareConstraints,
  compareRequired,
  compareTypes,
  compareValues,
  heldAt,
  holderOf,
} from './keywords.ts';
import { type Spot, tellAt } from './kinds.ts';
import { nameAt, quote, variableOf } from './sdk-names.ts';
import {
  annotated,
  annotation,
  branchesOf,
  changedAt,
  type Direction,
  keyOf,
  nameOf,
  open,
  type Schema,
  type Shape,
  shapeOf,
  whereIs,
} from './shape.ts';

const within = (spot: Spot, what: string, expression = what): Spot => ({
  ...spot,
  what: spot.what + what,
  expression: spot.expression + expression,
});

/** A property is named after the component that describes it. */
function propertyOf(spot: Spot, name: string, before: Shape, after: Shape): Spot {
  const [was, is] = [before, after].map(({ properties }) => properties.get(name) ?? []) as [Schema, Schema];
  const lacks = (places: Schema) => (place: Place) => !places.some((other) => keyOf(other) === keyOf(place));
  // A place that only one side has is where the two sides differ.
  const { pointer } = is.find(lacks(was)) ?? was.find(lacks(is)) ?? was.at(-1)!;
  const holder = holderOf(pointer.slice(0, -2), before, after);
  return within({ ...spot, what: holder ?? spot.what }, `.${name}`);
}

const anything = (beside: Shape): Schema => [{ value: true, pointer: whereIs(beside, 'type') }];

export class Schemas {
  readonly #before: Tree;
  readonly #after: Tree;
  readonly #renamed: Map<string, string>;
  readonly findings = new Map<string, Finding>();

  constructor(before: Tree, after: Tree, renamed: Map<string, string>) {
    this.#before = before;
    this.#after = after;
    this.#renamed = renamed;
  }

  compareUse(direction: Direction, before: Schema, after: Schema, spot: Spot): void {
    const [old, next] = [annotated(this.#before, before), annotated(this.#after, after)];
    const at = (keyword: string) => changedAt(old, next, keyword) ?? after[0]!.pointer;
    const spotAt = (keyword: string) => ({ ...spot, what: nameAt(at(keyword)) ?? spot.what });
    const [was, is] = [annotation(old, 'default'), annotation(next, 'default')];
    if (direction === 'send' && !isDeepStrictEqual(was, is)) {
      const change = changeOf('default', was, is);
      tellAt(spotAt('default'), 'value_defaulted', { change }, at('default'), { harmless: was === undefined });
    }
    const [ended, ends] = [annotation(old, 'deprecated') === true, annotation(next, 'deprecated') === true];
    if (ended !== ends) tellAt(spotAt('deprecated'), ends ? 'value_deprecated' : 'value_kept', {}, at('deprecated'));
    this.compare(direction, before, after, spot);
  }

  compare(direction: Direction, before: Schema, after: Schema, spot: Spot): void {
    const key = [direction, identityOf(before), identityOf(after)].join(' ');
    const known = this.findings.get(key);
    const finding = known ?? new Finding();
    finding.parents.add(spot.finding);
    // A component is compared once, even when it contains itself.
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
    const [were, are] = [
      readBranches(this.#before, before, direction),
      readBranches(this.#after, after, direction),
    ] as const;
    const match = matchBranches(direction, were, are, this.#renamed);
    const { property, pairs, gone, added } = match;
    for (const [was, is, what = spot.what] of pairs) this.compare(direction, was, is, { ...spot, what });
    for (const branch of gone) {
      const conditions = branch.values.map((value) => `\`${spot.expression}.${property} === ${quote(value)}\``);
      const words = { label: labelOf(branch, property), condition: conditions.join(' or ') || 'it' };
      // Readers lose nothing when a value can no longer be null.
      const isNull = direction === 'read' && isDeepStrictEqual(branch.shape.types, new Set(['null']));
      tellAt(spot, 'branch_removed', words, branch.schema.at(-1)!.pointer, { direction, harmless: isNull });
    }
    const harmless = direction === 'send' || property !== undefined;
    for (const branch of added)
      tellAt(spot, 'branch_added', { label: labelOf(branch, property) }, branch.schema.at(-1)!.pointer, { harmless });
    this.#compareDiscriminators(open(this.#before, before), open(this.#after, after), match, spot);
  }

  #compareDiscriminators(before: Place[], after: Place[], { property, are }: Match, spot: Spot): void {
    const [was, is] = [before, after].map((places) =>
      places.map(({ value }) => treeOf(value)['discriminator']).find(isTree),
    );
    if (!was) return;
    const pointer = after[0]!.pointer;
    const words = { code: spot.expression, property: String(was['propertyName']) };
    if (was['propertyName'] !== is?.['propertyName']) tellAt(spot, 'discriminator_changed', words, pointer);
    // A mapping names a branch by a reference or by its name alone. A value that is not mapped is the name of its branch.
    const mapping = new Map(entriesOf(is?.['mapping']).map(([value, branch]) => [value, shortly(branch)]));
    for (const { name } of are) if (name && !mapping.has(name)) mapping.set(name, name);
    for (const [value, branch] of entriesOf(was['mapping'])) {
      const name = this.#renamed.get(shortly(branch)) ?? shortly(branch);
      // If the branches themselves list their values, the mapping only has to agree with them.
      const right = are.filter(({ values }) => values.includes(value)).map((each) => each.name);
      const isRight = property === words.property ? right.length === 0 || right.includes(mapping.get(value)) : false;
      if (!isRight && mapping.get(value) !== name)
        tellAt(spot, 'discriminator_remapped', { ...words, value, branch: shortly(branch) }, pointer);
    }
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
    compareRequired(direction, before, after, spot);
    for (const [name, was] of before.properties) {
      const is = after.properties.get(name);
      const here = propertyOf(spot, name, before, after);
      if (is) {
        this.compareUse(direction, was, is, here);
        continue;
      }
      const [renamed] = [...added].find(([, schema]) => isDeepStrictEqual(bare(was), bare(schema))) ?? [];
      if (renamed) added.delete(renamed);
      const refused =
        after.additional === false ? 'calls that send it are refused' : 'what calls send in it is ignored';
      const place = renamed ? after.properties.get(renamed)![0]! : was[0]!;
      if (renamed) tellAt(here, 'property_renamed', { refused, name: renamed }, place.pointer, { direction });
      else tellAt(here, 'property_removed', { refused }, place.pointer, { direction });
    }
    for (const [name, schema] of added) {
      const needed = direction === 'send' && after.required.has(name) && !before.required.has(name);
      const here = propertyOf(spot, name, before, after);
      tellAt(here, needed ? 'property_demanded' : 'property_added', {}, schema[0]!.pointer);
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
    // Responses may gain properties, so allowing other properties breaks nothing unless their values had a type before.
    const breaks = direction === 'send' ? narrower : typeof was !== 'boolean';
    const kind =
      is === false ? 'no other properties' : is === true ? 'any other properties' : 'other properties of one type';
    const words = { kind, code: spot.expression };
    const at = whereIs(after, 'additionalProperties', 'type');
    const here = heldAt(spot, before, after, 'additionalProperties');
    tellAt(here, 'others_taken', words, at, { direction, harmless: !breaks });
  }
}

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

const shortly = (reference: unknown): string => String(reference).split('/').at(-1)!;
const identityOf = (schema: Schema): string => nameOf(schema) ?? schema.map(keyOf).join('|');
