/** Reads the contract, from which most generated files are made. */

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { codesOf, completeErrors, generalResponse } from '../error-responses.ts';
import { isTree, treeOf } from './tree.ts';

export const root = join(import.meta.dirname, '../..');
export const contractFile = join(root, 'openapi/v1.yaml');
/** The contract with all error responses, for tools that read the file themselves. Generated. */
export const publishedFile = join(root, 'server/generated/openapi.yaml');

export interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  summary: string;
  description: string;
  deprecated?: boolean;
  'x-query'?: boolean;
  /** Whether the response is streamed, with no limit on its length. */
  'x-stream'?: boolean;
  /** Whether pages of any site may make the call. */
  'x-cors'?: boolean;
  /**
   * Whether the signed-in user needs a recent proof of identity: with `true` for every call, with a list for calls that send one of
   * the listed properties.
   */
  'x-fresh-proof'?: boolean | string[];
  /** Whether a user whose account requires a second factor may call it before having one. */
  'x-before-second-factor'?: boolean;
  /**
   * Set if the response contains a secret, which is not stored under an idempotency key. The text says what to do if the response
   * was lost.
   */
  'x-secret-response'?: string;
  'x-roles'?: string[];
  /** Error codes of this call, in addition to those of every call. */
  'x-errors'?: string[];
  parameters?: { $ref: string }[];
  requestBody?: {
    $ref?: string;
    required?: boolean;
    content: {
      'application/json': { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
    };
  };
  responses: Record<
    string,
    {
      $ref?: string;
      content?: { 'application/json': { schema: object; examples?: Record<string, { value: unknown }> } };
    }
  >;
  [field: string]: unknown;
}

export interface Parameter {
  name: string;
  in: 'header';
  required: boolean;
  example: string;
  schema: { $ref?: string };
}

interface Reference {
  $ref: string;
}

export interface Contract {
  info: object;
  paths: Record<string, { post: Operation }>;
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  'x-tagGroups': { name: string; tags: string[] }[];
  components: {
    requestBodies?: Record<string, { required?: boolean }>;
    parameters: Record<string, Parameter>;
    schemas: Record<string, Record<string, unknown>>;
    responses: Record<
      string,
      { content: { 'application/json': { schema: object; examples: Record<string, Reference> } } }
    >;
    examples: Record<string, { value: unknown }>;
  };
}

/** The contract with the error responses that its calls do not declare. */
export const readContract = (file = contractFile): Contract => completeErrors(parse(readFileSync(file, 'utf8')));

export const operationsOf = ({ paths }: Contract): Operation[] => Object.values(paths).map(({ post }) => post);

export const takesKeys = ({ security: usual }: Contract, { security = usual }: Operation): boolean =>
  security.some((scheme) => 'apiKey' in scheme);

const isLimited = ({ components }: Contract, { 'x-roles': roles }: Operation): boolean =>
  roles !== undefined && roles.length < (components.schemas['UserRole']!['enum'] as string[]).length;

export function requiredHeaders({ components }: Contract, { parameters = [] }: Operation): Parameter[] {
  return parameters
    .map(({ $ref }) => components.parameters[$ref.split('/').at(-1)!]!)
    .filter(({ required }) => required);
}

/** The error codes that a call returns with a status: responses are shared, and `x-errors` says which of their codes apply. */
export function errorCodes(contract: Contract, operation: Operation, status: number): string[] {
  const [document, call] = [treeOf(contract), treeOf(operation)];
  const response = operation.responses[String(status)]?.$ref?.split('/').at(-1);
  if (!response) return [];
  const general = generalResponse(document, call, String(status));
  const shown = codesOf(document, response);
  const own = (operation['x-errors'] ?? []).filter((code) => shown.includes(code));
  const codes = new Set([...own, ...(general ? codesOf(document, general) : [])] as string[]);
  if (!isLimited(contract, operation)) codes.delete('role_not_allowed');
  return [...codes];
}

/**
 * Twelve hexadecimal digits that identify a contract, independent of its formatting and the order of its keys. Responses send them
 * in `X-Contract`.
 */
export const contractHash = (contract: object): string =>
  hash(
    'sha256',
    JSON.stringify(contract, (_, value) => (isTree(value) ? sorted(value) : value)),
  ).slice(0, 12);

const sorted = (node: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(node).toSorted(([a], [b]) => (a < b ? -1 : 1)));
