import { isDeepStrictEqual } from 'node:util';
import type { Tree } from '../contract/tree.ts';
import { named } from './keywords.ts';
import { listed } from './sdk-names.ts';
import { branchesOf, type Direction, nameOf, type Schema, type Shape, shapeOf } from './shape.ts';

export interface Branch {
  contract: Tree;
  schema: Schema;
  shape: Shape;
  name: string | undefined;
  /** The values of the discriminating property for which this branch applies. */
  values: unknown[];
}

type Pair = [was: Branch, is: Branch];

export interface Match {
  /** The property whose value discriminates the branches, as TypeScript would find it. */
  property: string | undefined;
  /** Pairs of schemas to compare, each limited to the values that both have. The name is that in the earlier contract. */
  pairs: [before: Schema, after: Schema, name: string | undefined][];
  gone: Branch[];
  added: Branch[];
  are: Branch[];
}

/** The branches of a choice. A schema with several types counts as a choice with one branch for each type. */
export function readBranches(contract: Tree, schema: Schema, direction: Direction): Branch[] {
  const read = (schema: Schema, name?: string): Branch => ({
    contract,
    schema,
    shape: shapeOf(contract, schema, direction),
    name,
    values: [],
  });
  return branchesOf(contract, schema).flatMap((branch) => {
    const whole = read(branch, nameOf(branch.slice(-1)));
    const { types } = whole.shape;
    if (!types || types.size < 2) return [whole];
    return [...types].map((type) => read(limited(branch, { type }, type)));
  });
}

/** A branch may be split or joined: what counts is the shape for each value of the discriminating property. */
export function matchBranches(
  direction: Direction,
  were: Branch[],
  are: Branch[],
  renamed: Map<string, string>,
): Match {
  const property = discriminate(direction, were, are);
  const pairs: Pair[] = were.flatMap((was) => are.filter((is) => shares(was, is)).map((is): Pair => [was, is]));
  const gone = were.filter((was) => !pairs.some(([paired]) => paired === was));
  const added = are.filter((is) => !pairs.some(([, paired]) => paired === is));
  const nameNow = ({ name = '' }: Branch) => renamed.get(name) ?? name;
  const alike: ((...pair: Pair) => boolean)[] = [
    (was, is) => nameNow(was) === is.name,
    (was, is) => !property && isDeepStrictEqual(was.shape.types, is.shape.types),
  ];
  for (const test of alike)
    for (const was of [...gone]) {
      const is = added.find((is) => test(was, is));
      if (!is) continue;
      pairs.push([was, is]);
      gone.splice(gone.indexOf(was), 1);
      added.splice(added.indexOf(is), 1);
    }
  pairs.sort(([a, b], [c, d]) => Number(nameNow(c) === d.name) - Number(nameNow(a) === b.name));
  const compared = pairs.map(([was, is]): Match['pairs'][number] => [
    limitedTo(property, was, is, { others: are, isFirst: pairs.find(([first]) => first === was)?.[1] === is }),
    limitedTo(property, is, was, { others: were, isFirst: pairs.find(([, first]) => first === is)?.[0] === was }),
    was.name,
  ]);
  return { property, pairs: compared, gone, added, are };
}

const shares = (was: Branch, is: Branch): boolean => was.values.some((value) => is.values.includes(value));

function discriminate(direction: Direction, were: Branch[], are: Branch[]): string | undefined {
  const branches = [...were, ...are];
  const valuesAt = ({ contract, shape }: Branch, name: string): unknown[] =>
    (shape.required.has(name) && shapeOf(contract, shape.properties.get(name) ?? [], direction).values) || [];
  const property = [...(were[0]?.shape.properties.keys() ?? [])].find((name) =>
    branches.every((branch) => valuesAt(branch, name).length > 0),
  );
  if (property !== undefined) for (const branch of branches) branch.values = valuesAt(branch, property);
  return property;
}

/**
 * The schema of a branch, limited to the values that it shares with the other branch of its pair. The first pair of a branch also
 * keeps the values that no branch on the other side has.
 */
function limitedTo(
  property: string | undefined,
  { schema, values }: Branch,
  other: Branch,
  { others, isFirst }: { others: Branch[]; isFirst: boolean },
): Schema {
  const kept = values.filter(
    (value) => other.values.includes(value) || (isFirst && !others.some((each) => each.values.includes(value))),
  );
  if (property === undefined || kept.length === values.length) return schema;
  return limited(schema, { properties: { [property]: { enum: kept } } }, kept.join());
}

/** Adds a condition to a schema. The parts of a schema need different places, so that the comparison can tell them apart. */
const limited = (schema: Schema, value: Tree, part: string): Schema => [
  ...schema,
  { value, pointer: [...schema.at(-1)!.pointer, part] },
];

export const labelOf = ({ name, shape, values }: Branch, property: string | undefined): string =>
  name ?? (property ? `${property} ${listed(values)}` : named(shape.types));
