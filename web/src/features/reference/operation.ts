import type { ProblemCode, UserRole } from '@sigill/sdk/portal';

// An operation as described by scripts/generate/site/reference.ts, and functions that read it.

export type Operation = {
  operationId: string;
  path: string;
  /** The method of the SDK: `paymentMethod.changePrimary`. */
  method: string;
  tags: [string];
  summary: string;
  description: string;
  security: ('apiKey' | 'accessToken')[];
  deprecated?: boolean;
  /** Dates as YYYY-MM-DD. Present on deprecated calls. */
  'x-deprecated-since'?: string;
  'x-sunset'?: string;
  parameters?: Header[];
  request: { schema: Schema } & Examples;
  responses: (Examples & { status: number; description: string; schema?: Schema })[];
  'x-roles'?: UserRole[];
  'x-query'?: boolean;
};

export type Event = {
  operationId: string;
  summary: string;
  description: string;
  parameters: Header[];
  request: { schema: Schema } & Examples;
  responses: { status: number; description: string }[];
};

export type EventType = Event & { type: string; sent_to: ('callback_url' | 'endpoints')[] };

export type Header = {
  name: string;
  description: string;
  required?: boolean;
  schema: Schema;
  example: string | number | boolean;
};

export type Examples = { example?: unknown; examples?: Record<string, { summary?: string; value: unknown }> };

export type Schema = {
  type?: string;
  nullable?: boolean;
  description?: string;
  /** The name of the schema in the contract's components. */
  schema?: string;
  format?: string;
  contentEncoding?: string;
  enum?: string[];
  default?: unknown;
  deprecated?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  'x-expected'?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
};

export const successOf = ({ responses }: Operation) => responses.find(({ status }) => status < 300);

/** Only required headers, because the optional ones are explained once for all calls. */
export const headersOf = ({ parameters = [] }: Pick<Operation, 'parameters'>): Header[] =>
  parameters.filter(({ required }) => required);

export const schemaOfHeaders = (headers: Header[]): Schema => ({
  type: 'object',
  required: headers.map(({ name }) => name),
  properties: Object.fromEntries(headers.map(({ name, description, schema }) => [name, { ...schema, description }])),
});

/** Maps each call to the earlier call on the page with the same response, if there is one, so that a long response is described once. */
export function describedEarlier({ operations }: { operations: Operation[] }): Map<string, string> {
  const first = new Map<string, string>();
  const earlier = new Map<string, string>();
  for (const operation of operations) {
    const schema = successOf(operation)?.schema;
    if (!schema?.schema || !isLong(schema)) continue;
    const known = first.get(schema.schema);
    if (known) earlier.set(operation.operationId, known);
    else first.set(schema.schema, operation.operationId);
  }
  return earlier;
}

/** Splits the variants of a body into the properties that all of them share, if there are many, and the other properties of each. */
export function variantsOf({ oneOf = [] }: Schema): { shared?: Schema; variants: { type: Schema; own: Schema }[] } {
  const [first, ...others] = oneOf;
  const names = Object.keys(first?.properties ?? {}).filter((name) =>
    others.every((other) => describes(other, name) === describes(first!, name)),
  );
  if (others.length === 0 || names.length <= FEW) return { variants: oneOf.map((type) => ({ type, own: type })) };
  return {
    shared: partOf(first!, (name) => names.includes(name)),
    variants: oneOf.map((type) => ({ type, own: partOf(type, (name) => !names.includes(name)) })),
  };
}

const FEW = 3;

const describes = ({ properties, required }: Schema, name: string): string =>
  JSON.stringify([properties?.[name], required?.includes(name) ?? false]);

const partOf = (schema: Schema, isPart: (name: string) => boolean): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isPart(name))),
});

/**
 * The places on a page, in order, at which a named type occurs again. A type is described where it first occurs, once in requests
 * and once in responses, because only requests say what is required.
 */
export function describedAbove({ events, operations }: { events: Event[]; operations: Operation[] }): Set<Schema> {
  const above = new Set<Schema>();
  const earlier = describedEarlier({ operations });
  const known = { request: new Set<string>(), response: new Set<string>() };
  const visit = (schema: Schema, seen: Set<string>): void => {
    const { shared, variants } = variantsOf(schema);
    const parts = [...Object.values(shared?.properties ?? {}), ...variants.map(({ type }) => type)];
    for (const part of schema.oneOf ? parts : Object.values(schema.properties ?? {})) {
      const nested = part.items?.properties ? part.items : part;
      if (!nested.properties && !nested.oneOf) continue;
      if (nested.schema && seen.has(nested.schema)) above.add(nested);
      else {
        if (nested.schema) seen.add(nested.schema);
        visit(variants.find(({ type }) => type === nested)?.own ?? nested, seen);
      }
    }
  };
  for (const { request } of events) visit(request.schema, known.response);
  for (const operation of operations) {
    visit(operation.request.schema, known.request);
    const success = successOf(operation)?.schema;
    if (success && !earlier.has(operation.operationId)) visit(success, known.response);
  }
  return above;
}

const isLong = ({ oneOf, properties = {} }: Schema) => oneOf !== undefined || Object.keys(properties).length > 3;

export function examplesOf({ example, examples }: Examples): { title?: string; value: unknown }[] {
  if (examples)
    return Object.values(examples).map(({ summary, value }) => ({ ...(summary && { title: summary }), value }));
  return example === undefined ? [] : [{ value: example }];
}

export type Failure = { code: ProblemCode; status: number; error: string };

export const failuresOf = ({ responses }: Operation): Failure[] =>
  responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, examples = {} }) =>
      Object.values(examples).map(({ value }) => {
        const { code, error } = value as { code: ProblemCode; error: string };
        return { code, status, error };
      }),
    )
    .filter(({ code }, index, all) => all.findIndex((failure) => failure.code === code) === index);
