/** What an operation does by its name alone: `X.list`, `X.get` and `X.delete` are about the list of X in the account. */
import { NotFound } from '../../server/core/errors.ts';
import { noPage } from '../../server/database/page-cursor.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { operationsOf } from '../contract/contract.ts';
import { type Tree, treeOf } from '../contract/tree.ts';
import type { Lists } from './accounts.ts';
import { contract } from './contract.ts';
import type { AccountCall } from './rules.ts';

type ListName = keyof Lists;
type Item = Record<string, unknown>;

const schemas: Tree = contract.components.schemas;

/** `session` → `sessions`: the list that `session.list` answers. */
export const listNames = new Map<string, ListName>();
/** What an item of a list shows; `get` may show more. */
const shown = new Map<ListName, string[]>();

for (const { operationId, responses } of operationsOf(contract)) {
  const [resource = '', verb] = operationId.split('.');
  if (verb !== 'list') continue;
  const { properties } = treeOf(responses['200']?.content?.['application/json'].schema);
  const [name, list] = Object.entries(treeOf(properties)).find(([, schema]) => treeOf(schema)['type'] === 'array')!;
  const item = treeOf(treeOf(list)['items']);
  const schema = typeof item['$ref'] === 'string' ? treeOf(schemas[item['$ref'].split('/').at(-1)!]) : item;
  listNames.set(resource, name as ListName);
  shown.set(name as ListName, Object.keys(treeOf(schema['properties'])));
}

type Rule = (call: AccountCall, body: Item) => unknown;

export function ruleByName(operationId: OperationId): Rule | undefined {
  const [resource = '', verb] = operationId.split('.');
  const name = listNames.get(resource);
  if (!name) return undefined;
  if (verb === 'list') return ({ account }, body) => pageOf(name, itemsOf(account, name), body);
  if (verb === 'get') return (call, body) => found(call, operationId, name, idOf(body));
  if (verb === 'delete' || verb === 'revoke')
    return (call, body) => {
      const item = found(call, operationId, name, idOf(body));
      const items = itemsOf(call.account, name);
      items.splice(items.indexOf(item), 1);
      return {};
    };
  return undefined;
}

/** What a thing is asked for by: requests have no other id. */
export const idOf = ({ id, request_id }: Item): unknown => id ?? request_id;

const itemsOf = ({ lists }: AccountCall['account'], name: ListName) => lists[name] as unknown as Item[];

/** @throws what the contract shows for a thing that the account has not. */
export function found<Name extends ListName>(
  { account, world }: AccountCall,
  operationId: OperationId,
  name: Name,
  id: unknown,
): Lists[Name][number] & Item {
  const item = itemsOf(account, name).find((known) => idOf(known) === id);
  if (item) return item as Lists[Name][number] & Item;
  const thing = operationId.split('.')[0]!;
  const names = world.examples.names(operationId).get(404) ?? [];
  const refusal = names.find((example) => example === `${thing}_not_found`);
  throw refusal ? world.examples.refused(operationId, refusal, String(id)) : new NotFound('Nothing found with this id');
}

const DEFAULT_LIMIT = 20;

/** A page of a list, filtered by what else the body says. The cursor names the last item of the page before. */
export function pageOf(name: ListName, items: readonly Item[], { cursor, limit = DEFAULT_LIMIT, ...filter }: Item) {
  const names = shown.get(name)!;
  const conditions = Object.entries(filter).filter(([key]) => names.includes(key));
  const wanted = items.filter((item) => conditions.every(([key, value]) => item[key] === value));
  const start = cursor === undefined ? 0 : afterItem(wanted, String(cursor));
  const page = wanted.slice(start, start + Number(limit));
  return {
    [name]: page.map((item) => Object.fromEntries(Object.entries(item).filter(([key]) => names.includes(key)))),
    ...(start + page.length < wanted.length && { next_cursor: cursorOf(page.at(-1)!, start + page.length) }),
  };
}

const cursorOf = (item: Item, index: number) => Buffer.from(String(idOf(item) ?? `#${index}`)).toString('base64url');

/** @throws NotFound for a cursor that was not made here. */
function afterItem(items: readonly Item[], cursor: string): number {
  const name = Buffer.from(cursor, 'base64url').toString('utf8');
  const index = name.startsWith('#')
    ? Number(name.slice(1))
    : items.findIndex((item) => String(idOf(item)) === name) + 1;
  if (index > 0 && index <= items.length) return index;
  throw noPage();
}
