/** Reads the contract. Everything that is generated starts here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const root = join(import.meta.dirname, '..');
export const contractFile = join(root, 'openapi/v1.yaml');

export interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  'x-query'?: boolean;
  /** Pages of any site may make the call. */
  'x-cors'?: boolean;
  parameters?: { $ref: string }[];
  requestBody?: {
    $ref?: string;
    content: {
      'application/json': { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
    };
  };
  responses: Record<string, { $ref?: string; content?: { 'application/json': { schema: object } } }>;
  [field: string]: unknown;
}

export interface Parameter {
  name: string;
  in: 'header';
  required: boolean;
  example: string;
  schema: { $ref?: string };
}

export interface Contract {
  info: object;
  paths: Record<string, { post: Operation }>;
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  components: {
    parameters: Record<string, Parameter>;
    schemas: Record<string, Record<string, unknown>>;
    responses: Record<string, { content: { 'application/json': { schema: object } } }>;
  };
}

export const readContract = (file = contractFile): Contract => parse(readFileSync(file, 'utf8'));

export const operationsOf = ({ paths }: Contract): Operation[] => Object.values(paths).map(({ post }) => post);

/** The headers that a call cannot do without. */
export function requiredHeaders({ components }: Contract, { parameters = [] }: Operation): Parameter[] {
  return parameters
    .map(({ $ref }) => components.parameters[$ref.split('/').at(-1)!]!)
    .filter(({ required }) => required);
}
