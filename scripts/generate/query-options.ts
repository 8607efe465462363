/** sdk/src/generated/portal/react-query.gen.ts: options for TanStack Query, whose calls take the same parameters and options as the methods. */
import { type Contract, type Operation, operationsOf } from '../contract.ts';
import { camel, methodPath, pascal } from '../names.ts';
import { HEADER } from './header.ts';
import { argumentsOf, comment, needsParams, typesOf } from './sdk-calls.ts';

export function queryOptions(contract: Contract): string {
  const operations = operationsOf(contract);
  const types = operations.flatMap((operation) => typesOf(contract, operation)).sort();
  return `${HEADER}import type { UseMutationOptions } from '@tanstack/react-query';
import type { CallOptions } from '../../client.ts';
import type { SigillError } from '../../errors.ts';
import { portal } from '../../portal/current.ts';
import { type Query, type QueryKey, query, queryKey } from '../../portal/query.ts';
import type {
${types.map((name) => `  ${name},\n`).join('')}} from './types.gen.ts';

${operations.map((operation) => (operation['x-query'] ? query : mutation)(contract, operation)).join('\n')}`;
}

const nameOf = ({ operationId }: Operation): string => camel(operationId.replace('.', '_'));

function query(contract: Contract, operation: Operation): string {
  const { operationId } = operation;
  const [params, options] = argumentsOf(contract, operation);
  const [name, type] = [nameOf(operation), pascal(operationId)];
  const key = `QueryKey<${type}Params>`;
  return `/** The key of \`${name}Options\`. Without parameters it is the beginning of all keys of this call. */
export const ${name}QueryKey = (params?: ${type}Params): ${key} => queryKey('${operationId}', params);

${comment(operation, '')}
export const ${name}Options = (${params}, ${options}): Query<${type}Response, ${type}Params> =>
  query(${name}QueryKey(params), ({ signal }) => portal().${methodPath(operationId)}(params, { ...options, signal }));
`;
}

function mutation(contract: Contract, operation: Operation): string {
  const { operationId } = operation;
  const [, options] = argumentsOf(contract, operation);
  const type = pascal(operationId);
  const variables = needsParams(contract, operation) ? `${type}Params` : `${type}Params | void`;
  return `${comment(operation, '')}
export const ${nameOf(operation)}Mutation = (${options}): UseMutationOptions<${type}Response, SigillError, ${variables}> => ({
  mutationFn: (params) => portal().${methodPath(operationId)}(${needsParams(contract, operation) ? 'params' : 'params || undefined'}, options),
});
`;
}
