import { errorCodes, type Operation, readContract, requiredHeaders } from '../../../openapi/contract/contract.ts';
import type { SecurityScheme } from '../../../server/core/context.ts';
import type { OperationId, ProblemCode } from '../../../server/generated/operations.gen.ts';

export interface Schema {
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  nullable?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  oneOf?: Schema[];
  items?: Schema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

export interface Example {
  name: string;
  value: unknown;
}

interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Content {
  content?: { 'application/json': MediaType };
}

export const contract = readContract();

const byId = new Map(Object.values(contract.paths).map(({ post }) => [post.operationId, post]));

export const operationIds = [...byId.keys()] as OperationId[];
export const mutating = operationIds.filter((id) => !operation(id)['x-query']);

export function operation(id: OperationId): Operation {
  return byId.get(id)!;
}

export const schemaNames = Object.keys(contract.components.schemas);

export const schemaValues = (name: string): string[] => contract.components.schemas[name]!['enum'] as string[];

export const schemesOf = (id: OperationId): SecurityScheme[] =>
  (operation(id).security ?? contract.security).flatMap((requirement) => Object.keys(requirement)) as SecurityScheme[];

export const statusesOf = (id: OperationId): number[] => Object.keys(operation(id).responses).map(Number);

export const exampleHeaders = (id: OperationId): Record<string, string> =>
  Object.fromEntries(requiredHeaders(contract, operation(id)).map(({ name, example }) => [name, example]));

/** A node with its reference resolved; fields next to the reference take precedence. */
export function resolve<T extends object>(node: T): T {
  const { $ref, type, ...beside } = node as T & { $ref?: string; type?: string | string[] };
  // A nullable type is described by its other type.
  if (Array.isArray(type))
    return { ...beside, type: type.find((name) => name !== 'null'), nullable: true } as unknown as T;
  if ($ref === undefined) return node;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], contract);
  return { ...resolve(target as T), ...beside, ...(type && { type }) };
}

/** The schema of a body. For a body with variants: the properties of all of them, required where every variant requires them. */
export function requestSchema(id: OperationId): Schema {
  const schema: Schema = resolve(mediaType(requestBody(id))!.schema);
  const variants = (schema.oneOf ?? []).map((variant) => resolve(variant));
  if (variants.length === 0) return schema;
  const required = variants.map((variant) => variant.required ?? []);
  return {
    type: 'object',
    properties: Object.assign({}, ...variants.map(({ properties }) => properties)),
    required: required[0]!.filter((name) => required.every((names) => names.includes(name))),
  };
}

export const requestExamples = (id: OperationId): Example[] => examplesOf(mediaType(requestBody(id)));

export const hasVariants = (id: OperationId): boolean => 'oneOf' in resolve(mediaType(requestBody(id))!.schema);

export const variantNames = (id: OperationId): string[] =>
  resolve(mediaType(requestBody(id))!.schema).oneOf!.map(({ $ref }) => $ref!.split('/').at(-1)!);

/** An example body with this property, if possible with this value: a body with variants has examples of each. */
export function exampleWith(id: OperationId, name: string, value?: unknown): Record<string, unknown> | undefined {
  const bodies = requestExamples(id).map((example) => example.value as Record<string, unknown>);
  return bodies.find((body) => value !== undefined && body[name] === value) ?? bodies.find((body) => name in body);
}

export const responseExamples = (id: OperationId, status: number): Example[] =>
  examplesOf(mediaType(resolve(operation(id).responses[String(status)]!)));

export const codesOf = (id: OperationId, status: number): ProblemCode[] =>
  errorCodes(contract, operation(id), status) as ProblemCode[];

/** Every property under a schema, at any depth but not within lists, with its dotted path. */
export function* walk(
  schema: Schema,
  path = '',
): Generator<{ path: string; schema: Schema; required: boolean; ref: string | undefined }> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const at = path ? `${path}.${name}` : name;
    const resolved = resolve(property);
    yield {
      path: at,
      schema: resolved,
      required: schema.required?.includes(name) ?? false,
      ref: property.$ref?.split('/').at(-1),
    };
    yield* walk(resolved, at);
  }
}

export function* patterns(
  node: unknown = contract,
  at = '#',
): Generator<{ at: string; pattern: string; maxLength: number }> {
  if (typeof node !== 'object' || node === null) return;
  const { pattern, maxLength } = node as Schema;
  if (typeof pattern === 'string') yield { at, pattern, maxLength: maxLength ?? 100_000 };
  for (const [name, child] of Object.entries(node)) yield* patterns(child, `${at}/${name}`);
}

const requestBody = (id: OperationId): Content => resolve(operation(id).requestBody as Content);

function mediaType(node: Content | undefined): MediaType | undefined {
  return node?.content?.['application/json'];
}

function examplesOf(media: MediaType | undefined): Example[] {
  if (media?.example !== undefined) return [{ name: 'example', value: media.example }];
  return Object.entries(media?.examples ?? {}).map(([name, example]) => ({ name, value: resolve(example).value }));
}
