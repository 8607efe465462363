import { isDeepStrictEqual } from 'node:util';
import { below, entriesOf, type Place, placesIn, type Tree, treeOf } from '../contract/tree.ts';
import type { Finding } from './causes.ts';
import { tell } from './kinds.ts';

/** Component sections whose names the SDK exports as types. */
const exported = ['schemas', 'requestBodies', 'parameters'];

export function compareComponents(before: Tree, after: Tree, renamed: Map<string, string>, finding: Finding): void {
  for (const section of exported) {
    const [were, are] = [before, after].map((contract) => componentsOf(contract, section));
    for (const [name, place] of were!) {
      if (are!.has(name)) continue;
      const next = section === 'schemas' ? renamed.get(name) : undefined;
      if (next) tell(finding, 'type_renamed', { name, next }, are!.get(next)!.pointer);
      else tell(finding, 'type_removed', { name }, place.pointer);
    }
    const names = new Set(renamed.values());
    for (const [name, { pointer }] of are!)
      if (!were!.has(name) && !names.has(name)) tell(finding, 'type_added', { name }, pointer);
  }
}

export function compareSecuritySchemes(before: Tree, after: Tree, finding: Finding): void {
  const [were, are] = [before, after].map((contract) => componentsOf(contract, 'securitySchemes'));
  for (const [name, place] of were!) {
    const next = are!.get(name);
    if (!next) tell(finding, 'scheme_removed', { name }, place.pointer);
    else if (!isDeepStrictEqual(meaning(place), meaning(next)))
      tell(finding, 'scheme_changed', { name, is: described(next), was: described(place) }, next.pointer);
  }
  for (const [name, { pointer }] of are!) if (!were!.has(name)) tell(finding, 'scheme_added', { name }, pointer);
}

const componentsOf = (contract: Tree, section: string): Map<string, Place> =>
  placesIn(below({ value: contract, pointer: [] }, 'components', section));

export function renamedComponents(before: Tree, after: Tree): Map<string, string> {
  const [were, are] = [before, after].map((contract) => componentsOf(contract, 'schemas'));
  const added = [...are!].filter(([name]) => !were!.has(name));
  const renamed = new Map<string, string>();
  for (const [name, { value }] of were!) {
    if (are!.has(name)) continue;
    const index = added.findIndex((entry) => isDeepStrictEqual(entry[1].value, value));
    if (index >= 0) renamed.set(name, added.splice(index, 1)[0]![0]);
  }
  return renamed;
}

const hints = ['description', 'bearerFormat'];

function meaning({ value }: Place): unknown {
  const says = entriesOf(value).filter(([key]) => !hints.includes(key) && !key.startsWith('x-'));
  return caseless(Object.fromEntries(says));
}

/** Header names and schemes such as `Basic` are case-insensitive. */
function caseless(value: Tree): Tree {
  const lower = (key: string) => (typeof value[key] === 'string' ? { [key]: value[key].toLowerCase() } : {});
  return { ...value, ...lower('scheme'), ...(value['in'] === 'header' ? lower('name') : {}) };
}

const described = ({ value }: Place): string =>
  ['type', 'scheme', 'in', 'name', 'flows', 'openIdConnectUrl']
    .map((key) => treeOf(value)[key])
    .filter(Boolean)
    .map((said) => (typeof said === 'string' ? said : JSON.stringify(said)))
    .join(' ');
