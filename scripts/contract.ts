/** Reads the contract. Everything that is generated starts here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const root = join(import.meta.dirname, '..');

export interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  'x-query'?: boolean;
  /** Pages of any site may make the call. */
  'x-cors'?: boolean;
  requestBody?: {
    $ref?: string;
    content: {
      'application/json': { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
    };
  };
  responses: Record<string, { $ref?: string; content?: { 'application/json': { schema: object } } }>;
  [field: string]: unknown;
}

export interface Contract {
  info: object;
  paths: Record<string, { post: Operation }>;
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  components: {
    schemas: Record<string, object>;
    responses: Record<string, { content: { 'application/json': { schema: object } } }>;
  };
}

export const readContract = (file = join(root, 'openapi/v1.yaml')): Contract => parse(readFileSync(file, 'utf8'));
