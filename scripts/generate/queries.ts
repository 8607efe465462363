/** sdk/src/generated/queries.gen.ts: the calls that only read, which the transport sends without an idempotency key. */
import { type Contract, operationsOf } from '../contract.ts';
import { HEADER } from './header.ts';

export function queriesModule(contract: Contract): string {
  const queries = operationsOf(contract).filter((operation) => operation['x-query']);
  return `${HEADER}export const queries: readonly string[] = [\n${queries.map(({ operationId }) => `  '${operationId}',\n`).join('')}];\n`;
}
