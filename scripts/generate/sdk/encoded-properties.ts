/** Which response properties are bytes in base64, so that the service can write them without checking each character. */
import type { Contract, Operation } from '../../contract/contract.ts';
import { below, entriesOf, listOf, type Place, resolve, treeOf } from '../../contract/tree.ts';

/** The names of such properties at the top level of the response, in any of its variants. */
export function encodedProperties(contract: Contract, { responses }: Operation): string[] {
  const answer = resolve({ ...contract }, { value: responses['200'], pointer: [] });
  return [...new Set(encodedIn(contract, below(answer, 'content', 'application/json', 'schema')))];
}

function encodedIn(contract: Contract, schema: Place): string[] {
  const { value } = resolve({ ...contract }, schema);
  const { properties, oneOf, anyOf, allOf } = treeOf(value);
  const own = entriesOf(properties).filter(([, property]) => {
    const resolved = resolve({ ...contract }, { value: property, pointer: [] });
    return treeOf(resolved.value)['contentEncoding'] === 'base64';
  });
  const parts = [oneOf, anyOf, allOf].flatMap(listOf);
  return [...own.map(([name]) => name), ...parts.flatMap((part) => encodedIn(contract, { value: part, pointer: [] }))];
}
