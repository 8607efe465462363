/** What each request value must be, in words for the service's error messages. */
import { type Contract, type Operation, operationsOf, requiredHeaders } from '../contract/contract.ts';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  'x-expected'?: string;
  properties?: Record<string, Schema>;
}

type Body = NonNullable<Operation['requestBody']>;

/** Keyed by the dotted path in the body, or by the name of the header. */
type Expectations = Record<string, string>;

export function expectationsOf(contract: Contract): Record<string, Expectations> {
  return Object.fromEntries(
    operationsOf(contract).map((operation) => [operation.operationId, sentTo(contract, operation)]),
  );
}

function sentTo(contract: Contract, operation: Operation): Expectations {
  const resolve = <T extends { $ref?: string }>(node: T): T => {
    const { $ref, ...beside } = node;
    if ($ref === undefined) return node;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], contract);
    return { ...resolve(target as T), ...beside } as T;
  };
  const below = (schema: Schema, path: string): [string, Schema][] =>
    Object.entries(resolve(schema).properties ?? {}).flatMap(([name, property]) => {
      const at = path ? `${path}.${name}` : name;
      return [[at, resolve(property)] as [string, Schema], ...below(property, at)];
    });
  const body = resolve(operation.requestBody as Body).content['application/json'].schema;
  const headers = requiredHeaders(contract, operation).map(({ name, schema }) => [name, resolve(schema)] as const);
  return Object.fromEntries([...headers, ...below(body, '')].map(([path, schema]) => [path, phraseOf(schema)]));
}

function phraseOf({ type = 'value', enum: values, 'x-expected': phrase }: Schema): string {
  return phrase ?? (values ? `one of ${values.join(', ')}` : type);
}
