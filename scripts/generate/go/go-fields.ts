/**
 * The properties of an object as the fields of one struct. Go has no unions, so the variants of a schema become one struct with
 * the fields of all variants; the discriminator, such as `state` or `type`, says which of them are set.
 */
import { listOf, opened, referenceOf, type Tree, treeOf } from '../../../openapi/contract/tree.ts';

export interface Field {
  schema: Tree;
  /** In every variant. */
  isRequired: boolean;
}

export type Fields = Map<string, Field>;

export const isObject = (contract: object, schema: unknown): boolean => {
  const { properties, allOf, oneOf, anyOf } = opened(contract, schema);
  return (
    Boolean(properties) || [allOf, oneOf, anyOf].some((parts) => listOf(parts).some((part) => isObject(contract, part)))
  );
};

export function fieldsOf(contract: object, schema: unknown): Fields {
  const { properties, required, allOf, oneOf, anyOf } = opened(contract, schema);
  const fields: Fields = new Map();
  const add = (name: string, field: Field) => {
    fields.set(name, { ...field, isRequired: field.isRequired || fields.get(name)?.isRequired === true });
  };
  for (const part of listOf(allOf)) for (const [name, field] of fieldsOf(contract, part)) add(name, field);
  for (const [name, property] of Object.entries(treeOf(properties)))
    add(name, { schema: treeOf(property), isRequired: false });
  const variants = [...listOf(oneOf), ...listOf(anyOf)].map((variant) => fieldsOf(contract, variant));
  for (const [name, field] of ofAny(contract, variants)) add(name, field);
  for (const name of listOf(required).map(String)) {
    const field = fields.get(name);
    if (field) field.isRequired = true;
  }
  return fields;
}

function ofAny(contract: object, variants: Fields[]): Fields {
  const names = new Set(variants.flatMap((fields) => [...fields.keys()]));
  return new Map(
    [...names].map((name) => {
      const found = variants.flatMap((fields) => fields.get(name) ?? []);
      const isRequired = found.length === variants.length && found.every((field) => field.isRequired);
      const schemas = found.map(({ schema }) => schema);
      return [name, { schema: ofSchemas(contract, schemas), isRequired }];
    }),
  );
}

/** What the schemas of a property in several variants have in common. Texts that apply to only one variant are left out. */
function ofSchemas(contract: object, schemas: Tree[]): Tree {
  const [first = {}, ...others] = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  if (others.length === 0) return first;
  const all = [first, ...others];
  const shared = (keyword: string): Tree => {
    const [value, ...rest] = new Set(all.map((schema) => opened(contract, schema)[keyword]));
    return { [keyword]: rest.length > 0 ? undefined : value };
  };
  const description = shared('description');
  if (all.every((schema) => isObject(contract, schema))) return { ...description, oneOf: all };
  const [reference, ...otherReferences] = new Set(all.map(referenceOf));
  if (reference && otherReferences.length === 0) return { $ref: reference, ...description };
  const values = all.flatMap((schema) => valuesOf(opened(contract, schema)) ?? [undefined]);
  if (values.every((value) => value !== undefined))
    return { ...description, type: 'string', enum: [...new Set(values)] };
  return { ...description, ...shared('type') };
}

/** A constant is an enum of one value. */
export function valuesOf({ enum: values, const: constant }: Tree): string[] | undefined {
  const all = constant === undefined ? listOf(values) : [constant];
  const texts = all.filter((value) => typeof value === 'string');
  return texts.length > 0 ? texts : undefined;
}
