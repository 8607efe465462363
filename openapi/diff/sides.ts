import {
  below,
  entriesOf,
  isTree,
  listOf,
  type Place,
  placesIn,
  resolve,
  type Tree,
  treeOf,
} from '../contract/tree.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** An operation in one of the two contracts. */
export interface Side {
  contract: Tree;
  operation: Place;
  item: Place;
  address: string;
  id: string;
}

/** The address without the names of its placeholders, which callers do not see. */
export const routeOf = ({ address }: Side): string => address.replaceAll(/\{\w+\}/g, '{}');

export interface Named extends Place {
  label: string;
}

export function operationsOf(contract: Tree, section: 'paths' | 'webhooks'): Side[] {
  const items = placesIn({ value: contract[section], pointer: [section] });
  return [...items].flatMap(([path, item]) => sidesOf(contract, path, resolve(contract, item)));
}

function sidesOf(contract: Tree, path: string, item: Place): Side[] {
  return methods
    .map((method) => ({ address: `${method.toUpperCase()} ${path}`, operation: below(item, method) }))
    .filter(({ operation }) => isTree(operation.value))
    .map(({ address, operation }) => {
      const id = treeOf(operation.value)['operationId'];
      return { contract, operation, item, address, id: typeof id === 'string' ? id : address };
    });
}

export function callbacksOf({ contract, operation }: Side): Side[] {
  return [...placesIn(below(operation, 'callbacks'))].flatMap(([name, callback]) =>
    [...placesIn(resolve(contract, callback))].flatMap(([expression, item]) =>
      sidesOf(contract, `${name} to ${expression}`, resolve(contract, item)),
    ),
  );
}

/** The sets of credentials with which the operation can be called. An empty set admits everybody. */
export function requirementsOf({ contract, operation }: Side): Tree[] {
  const own = treeOf(operation.value)['security'] ?? contract['security'];
  return Array.isArray(own) && own.length > 0 ? own.filter(isTree) : [{}];
}

/**
 * Parameters by location and name, path parameters by position. Those of the operation override those of its path. Header names are
 * case-insensitive.
 */
export function parametersOf({ contract, operation, item, address }: Side): Map<string, Named> {
  const places = [item, operation].flatMap((place) =>
    listOf(treeOf(place.value)['parameters']).map((_, index) => resolve(contract, below(place, 'parameters', index))),
  );
  return new Map(
    places.map((place) => {
      const { in: where, name } = treeOf(place.value);
      if (where === 'header') return header(String(name), place);
      const key = where === 'path' ? `path ${address.split(`{${name}}`)[0]!.split('{').length}` : undefined;
      return named(`${where} parameter ${name}`, place, key);
    }),
  );
}

export function headersOf(contract: Tree, response: Place): Map<string, Named> {
  return new Map(
    [...placesIn(below(response, 'headers'))].map(([name, place]) => header(name, resolve(contract, place))),
  );
}

export function responsesOf({ operation }: Side): Map<string, Place> {
  return placesIn(below(operation, 'responses'));
}

export function writtenAs({ value }: Place): Tree {
  const { description, schema, example, examples, required, deprecated, name, ...how } = treeOf(value);
  const style = how['in'] === 'query' || how['in'] === 'cookie' ? 'form' : 'simple';
  const own = Object.fromEntries(entriesOf(how).filter(([key]) => !key.startsWith('x-')));
  return { style, explode: (how['style'] ?? style) === 'form', ...own };
}

const named = (label: string, place: Place, key = label): [string, Named] => [key, { ...place, label }];
const header = (name: string, place: Place) => named(`header ${name}`, place, `header ${name.toLowerCase()}`);
export const bodyOf = ({ contract, operation }: Side): Place => resolve(contract, below(operation, 'requestBody'));

/** Without a schema, any value is allowed. */
export function schemaIn(place: Place): Place {
  const schema = below(place, 'schema');
  return schema.value === undefined ? { ...schema, value: true } : schema;
}
