/** Compares two schemas: what a client sends must not get narrower, and what it reads must not get wider or lose anything. */
import { isDeepStrictEqual } from 'node:util';
import { entriesOf, isTree, type Place, type Tree } from '../contract/tree.ts';
import { Finding } from './causes.ts';
import { changeOf, compareConstraints, compareRequired, compareTypes, compareValues, named } from './keywords.ts';
import { type Spot, tellAt } from './kinds.ts';
import { listed, quote, shown, variableOf } from './sdk-names.ts';
import {
  annotation,
  branchesOf,
  type Direction,
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

const anything = (beside: Shape): Schema => [{ value: true, pointer: whereIs(beside, 'type') }];

export class Schemas {
  readonly #before: Tree;
  readonly #after: Tree;
  /** Components that were only renamed. */
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
      spot.finding.add({
        verdict: was === undefined ? 'minor' : 'major',
        what: `${shown(spot.what)} ${changeOf('default', was, is)}`,
        consequence: 'calls that leave it out mean something else',
        pointer: after[0]!.pointer,
      });
    if (!annotation(this.#before, before, 'deprecated') && annotation(this.#after, after, 'deprecated'))
      tellAt(spot, 'value_deprecated', {}, after[0]!.pointer);
    this.compare(direction, before, after, spot);
  }

  compare(direction: Direction, before: Schema, after: Schema, spot: Spot): void {
    const key = [direction, keyOf(before), keyOf(after)].join(' ');
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
    // The property whose value discriminates the branches, as TypeScript would find it.
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
      const conditions = valuesOf(each).map((value) => `\`${spot.expression}.${property} === ${quote(value)}\``);
      const words = { label: labelOf(each), condition: conditions.join(' or ') || 'it' };
      tellAt(spot, 'branch_removed', words, each.schema.at(-1)!.pointer, { direction });
    }
    const harmless = direction === 'send' || property !== undefined;
    for (const each of left)
      tellAt(spot, 'branch_added', { label: labelOf(each) }, each.schema.at(-1)!.pointer, { harmless });
    this.#compareDiscriminators(open(this.#before, before), open(this.#after, after), spot);
  }

  #compareDiscriminators(before: Place[], after: Place[], spot: Spot): void {
    const [was, is] = [before, after].map((places) =>
      places.map(({ value }) => (isTree(value) ? value['discriminator'] : undefined)).find(isTree),
    );
    if (!was) return;
    const pointer = after[0]!.pointer;
    const words = { code: spot.expression, property: String(was['propertyName']) };
    if (was['propertyName'] !== is?.['propertyName']) tellAt(spot, 'discriminator_changed', words, pointer);
    const mapping = new Map(entriesOf(is?.['mapping']));
    for (const [value, branch] of entriesOf(was['mapping']))
      if (mapping.get(value) !== branch && this.#renamedReference(branch) !== mapping.get(value))
        tellAt(spot, 'discriminator_remapped', { ...words, value, branch: shortly(branch) }, pointer);
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
      const place = renamed ? after.properties.get(renamed)![0]! : was[0]!;
      if (renamed) tellAt(here, 'property_renamed', { refused, name: renamed }, place.pointer, { direction });
      else tellAt(here, 'property_removed', { refused }, place.pointer, { direction });
    }
    for (const [name, schema] of added) {
      const needed = direction === 'send' && after.required.has(name);
      tellAt(within(spot, `.${name}`), needed ? 'property_demanded' : 'property_added', {}, schema[0]!.pointer);
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
    tellAt(spot, 'others_taken', words, at, { direction, harmless: !breaks });
  }
}

/** A schema without descriptions and examples, to compare two of them. */
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
const keyOf = (schema: Schema): string => nameOf(schema) ?? schema.map(({ pointer }) => pointer.join('/')).join('|');
