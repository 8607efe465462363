/** The index of types: every schema of the contract, described once, with its uses. */
import { type Contract, operationsOf } from '../../contract/contract.ts';
import { entriesOf, isTree, listOf, referenceOf, type Tree, target, treeOf } from '../../contract/tree.ts';

export function typesOf(contract: Contract): object[] {
  const { schemas } = contract.components;
  const reached = operationsOf(contract).map((operation) => ({
    operationId: operation.operationId,
    names: schemasBelow(contract, operation),
  }));
  return entriesOf(schemas).map(([name, schema]) => ({
    name,
    ...shallow(contract, schema),
    calls: reached.filter(({ names }) => names.has(name)).map(({ operationId }) => operationId),
    types: entriesOf(schemas)
      .filter(([other, content]) => other !== name && directReferences(content).includes(name))
      .map(([other]) => other),
  }));
}

function shallow(contract: Contract, node: unknown): Tree {
  const { 'x-reasons': _reasons, 'x-expected': _expected, discriminator: _discriminator, ...schema } = treeOf(node);
  const part = (value: unknown): unknown => {
    const reference = referenceOf(value);
    if (!reference) return isTree(value) ? shallow(contract, value) : value;
    // The description of a named type is shown at the type itself.
    const { type, format, enum: values } = treeOf(target({ ...contract }, reference).value);
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

/** The names of the schemas in an operation's request and response, at any depth, without those of error responses. */
function schemasBelow(contract: Contract, operation: Contract['paths'][string]['post']): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isTree(node)) return;
    const reference = referenceOf(node);
    if (reference && !seen.has(reference)) {
      seen.add(reference);
      if (reference.startsWith('#/components/schemas/')) found.add(reference.split('/').at(-1)!);
      visit(target({ ...contract }, reference).value);
    }
    for (const [name, value] of Object.entries(node)) if (!name.startsWith('example')) visit(value);
  };
  visit([operation['requestBody'], operation['parameters'], operation['callbacks'], operation.responses['200']]);
  return found;
}

function directReferences(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(directReferences);
  if (!isTree(node)) return [];
  const reference = referenceOf(node)?.split('/').at(-1);
  return [...(reference ? [reference] : []), ...Object.values(node).flatMap(directReferences)];
}
