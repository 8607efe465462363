import type { ProblemCode } from '@sigill/sdk/portal';

/** The contract as data without references to resolve. scripts/generate/reference.ts writes it. */
export type Reference = {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  groups: { name: GroupName; tags: string[] }[];
  codes: ProblemCode[];
  operations: Operation[];
};

/** The groups of calls, named after who makes them. */
export type GroupName = 'API' | 'Reader' | 'Portal';

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
  /** Dates as YYYY-MM-DD. They are there where the call is deprecated. */
  'x-deprecated-since'?: string;
  'x-sunset'?: string;
  parameters?: Header[];
  request: { schema: Schema } & Examples;
  responses: (Examples & { status: number; description: string; schema?: Schema })[];
};

type Header = { name: string; description: string; required: boolean; schema: Schema; example: string };

type Examples = { example?: unknown; examples?: Record<string, { summary?: string; value: unknown }> };

export type Schema = {
  type?: string;
  description?: string;
  /** The name of the schema in the components of the contract. */
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
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
};

export const loadReference = async (): Promise<Reference> => {
  const { default: reference } = await import('../../generated/reference.json');
  return reference as unknown as Reference;
};

/** The groups with their tags, and the operations of each tag, in the order of the contract. */
export const groupsOf = ({ groups, tags, operations }: Reference) =>
  groups.map((group) => ({
    name: group.name,
    tags: tags
      .filter(({ name }) => group.tags.includes(name))
      .map((tag) => ({ ...tag, operations: operations.filter((operation) => operation.tags[0] === tag.name) })),
  }));

export const successOf = ({ responses }: Operation) => responses.find(({ status }) => status < 300);

/** The headers that a call requires. The optional ones are explained once, for all calls. */
export const headersOf = ({ parameters = [] }: Operation): Header[] => parameters.filter(({ required }) => required);

/** Maps each call whose answer is described at an earlier call to that call, so that a long answer is described once. */
export function describedEarlier({ operations }: Reference): Map<string, string> {
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

const isLong = ({ oneOf, properties = {} }: Schema) => oneOf !== undefined || Object.keys(properties).length > 3;

/** Every example of a body, with its title. */
export function examplesOf({ example, examples }: Examples): { title?: string; value: unknown }[] {
  if (examples)
    return Object.values(examples).map(({ summary, value }) => ({ ...(summary && { title: summary }), value }));
  return example === undefined ? [] : [{ value: example }];
}

export type Failure = { code: ProblemCode; status: number; error: string };

/** The errors that an operation documents, one for each code. */
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
