/**
 * Enums in responses may get more values within v1, and clients compiled earlier must continue to work. So their type is "one of
 * these, or another string". Enums in requests stay exact, and so do discriminator properties: if they allowed any string,
 * `session.state === 'APPROVED'` would no longer narrow the type.
 */
import type { Contract } from '../../../openapi/contract/contract.ts';
import {
  entriesOf,
  listOf,
  reachable,
  referenceOf,
  type Tree,
  target,
  treeOf,
} from '../../../openapi/contract/tree.ts';

/** A placeholder in an enum for any other string, until the types are printed. */
export const OTHER = '(string & {})';

/** Prints the placeholder as a type for which editors still suggest the known values. */
export const openedTypes = (text: string): string => text.replaceAll(`'${OTHER}'`, OTHER);

/** Adds the placeholder to each enum in a response. Named enums such as `SessionState` also exist without it: `KnownSessionState`. */
export function withOpenEnums(contract: Contract): Contract {
  const document: Tree = structuredClone({ ...contract });
  const sent = new Set<Tree>();
  const read = new Set<Tree>();
  const operations = entriesOf(document['paths']).map(([, item]) => treeOf(treeOf(item)['post']));
  for (const { parameters, requestBody, responses, callbacks } of operations) {
    reachable(document, [parameters, requestBody], sent);
    reachable(document, [responses, callbacks], read);
  }
  const schemas = treeOf(treeOf(document['components'])['schemas']);
  const named = new Map(
    Object.entries(schemas).filter(([, schema]) => read.has(treeOf(schema)) && treeOf(schema)['enum']),
  );
  const exact = new Set([...sent, ...named.values(), ...discriminants(document, read)]);
  for (const schema of read)
    if (!exact.has(schema) && schema['enum']) schema['enum'] = [...listOf(schema['enum']), OTHER];
  for (const node of sent) {
    const name = referenceOf(node)?.split('/').at(-1);
    if (name && named.has(name)) node['$ref'] = known(name);
  }
  treeOf(document['components'])['schemas'] = Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      named.has(name)
        ? [
            [`Known${name}`, schema],
            [name, { ...described(schema), anyOf: [{ $ref: known(name) }, { type: 'string', enum: [OTHER] }] }],
          ]
        : [[name, schema]],
    ),
  );
  return document as unknown as Contract;
}

const known = (name: string): string => `#/components/schemas/Known${name}`;

const described = (schema: unknown): Tree => {
  const { description } = treeOf(schema);
  return { description: `${description} Other values may be added.` };
};

function discriminants(document: Tree, schemas: Set<Tree>): Tree[] {
  const partsOf = (schema: unknown): Tree[] => {
    const reference = referenceOf(schema);
    const own = treeOf(reference ? target(document, reference).value : schema);
    return [own, ...listOf(own['allOf']).flatMap(partsOf)];
  };
  return [...schemas].flatMap(({ oneOf, discriminator }) =>
    listOf(oneOf)
      .flatMap(partsOf)
      .map(({ properties }) => treeOf(treeOf(properties)[String(treeOf(discriminator)['propertyName'])])),
  );
}
