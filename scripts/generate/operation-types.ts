/** server/generated/operations.gen.ts: request, response and route of each operation. */
import {
  type Contract,
  contractHash,
  type Operation,
  operationsOf,
  requiredHeaders,
} from '../../openapi/contract/contract.ts';
import { pascal } from '../../openapi/contract/names.ts';
import { entriesOf, listOf, opened, schemaOf } from '../../openapi/contract/tree.ts';
import { HEADER } from './files.ts';
import { deprecations } from './sdk/deprecations.ts';
import { limits } from './site/content.ts';
import { failureReasons } from './site/failure-reasons.ts';

/** Relative to `server/generated`. */
const TYPES = '../../sdk/client/src/generated/portal/types.gen.ts';

export function operationTypes(contract: Contract): string {
  const operations = operationsOf(contract);
  const lines = operations.map((operation) => {
    const { operationId, security = contract.security, 'x-stream': streams } = operation;
    const type = pascal(operationId);
    const headers = requiredHeaders(contract, operation).length > 0 ? `types.${type}Headers` : 'object';
    const encoded = encodedProperties(contract, operation).map((name) => `'${name}'`);
    return `  '${operationId}': { headers: ${headers}; body: types.${type}Params; response: types.${type}Response; encoded: ${encoded.join(' | ') || 'never'}; public: ${security.length === 0}${streams ? '; streams: true' : ''} };`;
  });
  const routes = operations.map((operation) => {
    const {
      operationId,
      security = contract.security,
      'x-query': query = false,
      'x-cors': cors = false,
      'x-fresh-proof': fresh_proof = false,
      'x-before-second-factor': before_second_factor = false,
      'x-secret-response': secret_response = null,
      'x-roles': roles = [],
      responses,
    } = operation;
    const schemes = security.flatMap((requirement) => Object.keys(requirement));
    const headers = requiredHeaders(contract, operation).map(({ name }) => name);
    return `  '${operationId}': { security: ${JSON.stringify(schemes)}, headers: ${JSON.stringify(headers)}, query: ${query}, cors: ${cors}, fresh_proof: ${JSON.stringify(fresh_proof)}, before_second_factor: ${before_second_factor}, secret_response: ${JSON.stringify(secret_response)}, roles: ${JSON.stringify(roles)}, encoded: ${JSON.stringify(encodedProperties(contract, operation))}, statuses: ${JSON.stringify(Object.keys(responses).map(Number))} },`;
  });
  return `${HEADER}import type * as types from '${TYPES}';

export type * from '${TYPES}';

/**
 * The request and response of each operation. \`public\` operations need no credentials; \`headers\` are required; \`encoded\`
 * are the response properties that hold bytes in base64; \`streams\` marks a response that is sent while it is written.
 */
export interface Operations {
${lines.join('\n')}
}

export type OperationId = keyof Operations;

/** The version of the contract. Every response has it in \`X-Contract\`. */
export const contractHash = '${contractHash(contract)}';

${limits(contract)}
${failureReasons(contract)}
${deprecations(contract)}
/** What each request value must be, in words. */
export const expectations: Record<OperationId, Record<string, string>> = {
${Object.entries(expectationsOf(contract))
  .map(([id, phrases]) => `  '${id}': ${JSON.stringify(phrases)},`)
  .join('\n')}
};

export const routes = {
${routes.join('\n')}
} as const satisfies Record<OperationId, { security: readonly ('apiKey' | 'accessToken')[]; headers: readonly string[]; query: boolean; cors: boolean; fresh_proof: boolean | readonly string[]; before_second_factor: boolean; secret_response: string | null; roles: readonly types.UserRole[]; encoded: readonly string[]; statuses: readonly number[] }>;
`;
}

const encodedProperties = (contract: Contract, { responses }: Operation): string[] => [
  ...new Set(encodedIn(contract, schemaOf(contract, responses['200']))),
];

function encodedIn(contract: Contract, schema: unknown): string[] {
  const { properties, oneOf, anyOf, allOf } = opened(contract, schema);
  const own = entriesOf(properties).filter(([, value]) => opened(contract, value)['contentEncoding'] === 'base64');
  const parts = [oneOf, anyOf, allOf].flatMap(listOf);
  return [...own.map(([name]) => name), ...parts.flatMap((part) => encodedIn(contract, part))];
}

interface Schema {
  type?: string;
  enum?: string[];
  'x-expected'?: string;
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
}

type Expectations = Record<string, string>;

function expectationsOf(contract: Contract): Record<string, Expectations> {
  return Object.fromEntries(
    operationsOf(contract).map((operation) => [operation.operationId, sentTo(contract, operation)]),
  );
}

function sentTo(contract: Contract, operation: Operation): Expectations {
  const whole = (node: unknown): Schema => opened(contract, node);
  const propertiesOf = (schema: unknown): Record<string, Schema> => {
    const { properties = {}, oneOf = [] } = whole(schema);
    return oneOf.map(propertiesOf).reduce(merged, properties);
  };
  const within = (schema: unknown, path: string): [string, Schema][] =>
    Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
      const at = path ? `${path}.${name}` : name;
      return [[at, whole(property)] as [string, Schema], ...within(property, at)];
    });
  const body = schemaOf(contract, operation.requestBody);
  const headers = requiredHeaders(contract, operation).map(({ name, schema }) => [name, whole(schema)] as const);
  return Object.fromEntries([...headers, ...within(body, '')].map(([path, schema]) => [path, phraseOf(schema)]));
}

/** A property that both variants have may take the values of either. */
function merged(one: Record<string, Schema>, other: Record<string, Schema>): Record<string, Schema> {
  const both = { ...one, ...other };
  for (const [name, property] of Object.entries(other))
    both[name] = { ...property, ...(property.enum && { enum: [...(one[name]?.enum ?? []), ...property.enum] }) };
  return both;
}

function phraseOf({ type = 'value', enum: values, 'x-expected': phrase }: Schema): string {
  return phrase ?? (values ? `one of ${values.join(', ')}` : type);
}
