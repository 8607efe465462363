import { type Contract, type Operation, operationsOf } from '../../../openapi/contract/contract.ts';
import { withoutAllOf } from '../../../openapi/contract/resolved.ts';
import {
  entriesOf,
  isTree,
  listOf,
  reachable,
  referenceOf,
  type Tree,
  target,
  treeOf,
} from '../../../openapi/contract/tree.ts';

export function typesOf(written: Contract): object[] {
  const contract = withoutAllOf(written);
  const { schemas } = written.components;
  const reached = operationsOf(contract).map((operation) => ({
    operationId: operation.operationId,
    names: schemasBelow(contract, operation),
  }));
  return entriesOf(schemas).map(([name, schema]) => ({
    name,
    ...ownOf(contract, name, schema),
    calls: reached.filter(({ names }) => names.has(name)).map(({ operationId }) => operationId),
    types: entriesOf(schemas)
      .filter(([other, content]) => other !== name && directReferences(content).includes(name))
      .map(([other]) => other),
  }));
}

/** A type without the properties that it takes unchanged from another named type. `extends` names that type. */
function ownOf(contract: Contract, name: string, schema: unknown): Tree {
  const bases = listOf(treeOf(schema)['allOf']).flatMap((part) => referenceOf(part)?.split('/').at(-1) ?? []);
  const type = shallow(contract, contract.components.schemas[name]);
  if (bases.length === 0) return type;
  const known = bases.map((base) => shallow(contract, contract.components.schemas[base]));
  const properties = entriesOf(type['properties']).filter(
    ([property]) => !known.some((base) => describes(base, property) === describes(type, property)),
  );
  return { ...type, extends: bases, properties: Object.fromEntries(properties) };
}

const describes = ({ properties, required }: Tree, name: string): string =>
  JSON.stringify([treeOf(properties)[name], listOf(required).includes(name)]);

function shallow(contract: Contract, node: unknown): Tree {
  const { 'x-reasons': _reasons, 'x-expected': _expected, discriminator: _discriminator, ...schema } = treeOf(node);
  const part = (value: unknown): unknown => {
    const reference = referenceOf(value);
    if (!reference) return isTree(value) ? shallow(contract, value) : value;
    // The description of a named type is shown at the type itself.
    const { type, format, enum: values } = treeOf(target(contract, reference).value);
    const known = { type, format, ...(listOf(values).length === 1 && { enum: values }) };
    const { $ref: _ref, ...own } = treeOf(value);
    return { ...known, ...own, schema: reference.split('/').at(-1) };
  };
  return {
    ...schema,
    ...(isTree(schema['properties']) && {
      properties: Object.fromEntries(entriesOf(schema['properties']).map(([name, value]) => [name, part(value)])),
    }),
    ...(isTree(schema['items']) && { items: part(schema['items']) }),
    ...(schema['oneOf'] !== undefined && { oneOf: listOf(schema['oneOf']).map(part) }),
  };
}

function schemasBelow(contract: Contract, { requestBody, parameters, callbacks, responses }: Operation): Set<string> {
  const references = [...reachable(contract, [requestBody, parameters, callbacks, responses['200']])].map(referenceOf);
  return new Set(references.flatMap((reference) => /^#\/components\/schemas\/(.+)$/.exec(reference ?? '')?.[1] ?? []));
}

function directReferences(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(directReferences);
  if (!isTree(node)) return [];
  const reference = referenceOf(node)?.split('/').at(-1);
  return [...(reference ? [reference] : []), ...Object.values(node).flatMap(directReferences)];
}
