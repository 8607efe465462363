/**
 * sdk/client/src/generated/api/event-orders.gen.ts: the properties of each event in the order of the contract, in which the
 * service writes them.
 */
import { type Contract, operationsOf } from '../../../openapi/contract/contract.ts';
import { entriesOf, opened, schemaOf, treeOf } from '../../../openapi/contract/tree.ts';
import { HEADER } from '../files.ts';

/** The properties of an object: each with the order of its own properties if it is an object, otherwise with 0. */
export type Order = { [property: string]: Order | 0 };

export function eventOrders(contract: Contract): string {
  const orders = new Set(receivedBodies(contract).map((schema) => JSON.stringify(orderOf(contract, schema))));
  return `${HEADER}/** Every property of an object: the same for an object in it, 0 for other values. */
export type Order = { readonly [property: string]: Order | 0 };

/** The properties of each event in the order in which the service writes them. */
export const eventOrders: readonly Order[] = [
${[...orders].map((order) => `  ${order},\n`).join('')}];
`;
}

function receivedBodies(contract: Contract): unknown[] {
  const called = operationsOf(contract).flatMap(({ callbacks }) => entriesOf(callbacks).map(([, paths]) => paths));
  return [...called, treeOf(contract)['webhooks']]
    .flatMap(entriesOf)
    .map(([, path]) => schemaOf(contract, treeOf(treeOf(path)['post'])['requestBody']));
}

export function orderOf(contract: Contract, schema: unknown): Order | 0 {
  const { properties } = opened(contract, schema);
  if (!properties) return 0;
  return Object.fromEntries(entriesOf(properties).map(([name, property]) => [name, orderOf(contract, property)]));
}
