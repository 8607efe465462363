/** sdk/src/generated/…/sdk.gen.ts: a class for each resource with a method for each of its calls, and one class that holds them all. */
import { type Contract, type Operation, operationsOf, requiredHeaders } from '../contract.ts';
import { below, listOf, type Place, resolve, treeOf } from '../contract-diff/tree.ts';
import { camel, methodPath, pascal } from '../names.ts';
import { deprecationInWords } from './deprecations.ts';
import { HEADER } from './header.ts';

interface Calls {
  /** The name of the class that holds them all, and what it says of itself. */
  container: string;
  says: string;
  /** Whether each call names what every answer of it has, for the client to look. */
  checked: boolean;
}

export function sdkCalls(contract: Contract, { container, says, checked }: Calls): string {
  const operations = operationsOf(contract);
  const resources = Map.groupBy(operations, ({ operationId }) => operationId.split('.')[0]!);
  const types = operations.flatMap((operation) => typesOf(contract, operation)).sort();
  return `${HEADER}import type { CallOptions, Client } from '../../client.ts';
import { Resource } from '../../resource.ts';
import type { Result } from '../../result.ts';
import type {
${types.map((name) => `  ${name},\n`).join('')}} from './types.gen.ts';

${[...resources].map(([resource, calls]) => resourceClass(contract, calls, { resource, checked })).join('\n')}
/** ${says} */
export class ${container} {
${[...resources.keys()].map((resource) => `  readonly ${camel(resource)}: ${pascal(resource)};\n`).join('')}
  constructor(client: Client) {
${[...resources.keys()].map((resource) => `    this.${camel(resource)} = new ${pascal(resource)}(client);\n`).join('')}  }
}
`;
}

interface ResourceCalls {
  resource: string;
  checked: boolean;
}

const resourceClass = (contract: Contract, calls: Operation[], { resource, checked }: ResourceCalls): string =>
  `export class ${pascal(resource)} extends Resource {
${calls.map((operation) => method(contract, operation, checked)).join('\n')}}
`;

function method(contract: Contract, operation: Operation, checked: boolean): string {
  const { operationId, security = contract.security, 'x-query': reads } = operation;
  const required = checked ? requiredOf(contract, operation) : [];
  const facts = [
    `name: '${operationId}'`,
    ...(reads ? ['reads: true'] : []),
    ...(security.length === 0 ? ['isPublic: true'] : []),
    ...(required.length > 0 ? [`answer: [${required.map((name) => `'${name}'`).join(', ')}]`] : []),
  ];
  const [params, options] = argumentsOf(contract, operation);
  const name = methodPath(operationId).split('.')[1];
  return `${comment(operation)}
  ${name}(${params}, ${options}): Result<${pascal(operationId)}Response> {
    return this.client.call({ ${facts.join(', ')} }, params, options);
  }
`;
}

/** How a method takes parameters and options, in this order. Parameters may be left out when nothing in them is needed. */
export function argumentsOf(contract: Contract, operation: Operation): [params: string, options: string] {
  const type = pascal(operation.operationId);
  const headers = requiredHeaders(contract, operation).length > 0;
  return [
    `params${needsParams(contract, operation) ? '' : '?'}: ${type}Params`,
    headers ? `options: CallOptions & { headers: ${type}Headers }` : 'options?: CallOptions',
  ];
}

/** The properties that every answer of a call has, whichever of its variants it is. */
function requiredOf(contract: Contract, { responses }: Operation): string[] {
  const answer = resolve({ ...contract }, { value: responses['200'], pointer: [] });
  return requiredIn(contract, below(answer, 'content', 'application/json', 'schema'));
}

function requiredIn(contract: Contract, schema: Place): string[] {
  const { required, allOf, oneOf, anyOf } = treeOf(resolve({ ...contract }, schema).value);
  const inPart = (value: unknown) => requiredIn(contract, { value, pointer: [] });
  const [first = [], ...others] = [...listOf(oneOf), ...listOf(anyOf)].map(inPart);
  const inEveryVariant = first.filter((name) => others.every((names) => names.includes(name)));
  return [...new Set([...listOf(required).map(String), ...listOf(allOf).flatMap(inPart), ...inEveryVariant])];
}

export function needsParams({ components }: Contract, { requestBody }: Operation): boolean {
  const shared = requestBody?.$ref && components.requestBodies?.[requestBody.$ref.split('/').at(-1)!];
  return (shared || requestBody)?.required === true;
}

/** The generated types that a method names. */
export function typesOf(contract: Contract, operation: Operation): string[] {
  const type = pascal(operation.operationId);
  const headers = requiredHeaders(contract, operation).length > 0 ? [`${type}Headers`] : [];
  return [`${type}Params`, `${type}Response`, ...headers];
}

export function comment(operation: Operation, indent = '  '): string {
  const { summary, description, deprecated } = operation;
  const mark = deprecated ? [' *', ` * @deprecated ${deprecationInWords(operation)}`] : [];
  return ['/**', ` * ${summary}`, ' *', ` * ${description}`, ...mark, ' */']
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n');
}
