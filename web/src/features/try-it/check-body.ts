import type { Schema } from '../reference/operation';
import { parseJson } from './parse-json';

/** A problem with a part of a body. `path` is empty for the body itself. */
export type BodyProblem = {
  path: string;
  kind: 'json' | 'missing' | 'unknown' | 'type' | 'value' | 'short' | 'long' | 'low' | 'high';
  expected?: string | number;
};

/** Checks a body against its call's schema, for the problems that this page can describe. The service checks everything again. */
export function checkBody(text: string, schema: Schema): BodyProblem[] {
  const value = parseJson(text.trim() || '{}');
  return value === undefined ? [{ path: '', kind: 'json' }] : checkValue(value, schema, '');
}

function checkValue(value: unknown, schema: Schema, path: string): BodyProblem[] {
  const { type = 'object', enum: values } = schema;
  if (schema.oneOf || (schema.nullable && value === null)) return [];
  if (!isOfType(value, type)) return [{ path, kind: 'type', expected: type }];
  if (values && !values.includes(value as string)) return [{ path, kind: 'value', expected: values.join(', ') }];
  if (typeof value === 'string') return checkText(value, schema, path);
  if (typeof value === 'number') return checkRange(value, schema.minimum, schema.maximum, path, 'low', 'high');
  if (Array.isArray(value))
    return [
      ...checkRange(value.length, schema.minItems, schema.maxItems, path, 'short', 'long'),
      ...value.flatMap((item, index) => (schema.items ? checkValue(item, schema.items, `${path}[${index}]`) : [])),
    ];
  return typeof value === 'object' && value !== null ? checkObject(value, schema, path) : [];
}

function checkObject(value: object, { properties, required = [] }: Schema, path: string): BodyProblem[] {
  // The schema lists no properties, for example that of a JWK, whose members depend on the kind of key.
  if (!properties) return [];
  const at = (name: string) => (path ? `${path}.${name}` : name);
  return [
    ...required.filter((name) => !(name in value)).map((name): BodyProblem => ({ path: at(name), kind: 'missing' })),
    ...Object.entries(value).flatMap(([name, part]) => {
      const schema = properties[name];
      return schema ? checkValue(part, schema, at(name)) : [{ path: at(name), kind: 'unknown' } as const];
    }),
  ];
}

function checkText(value: string, schema: Schema, path: string): BodyProblem[] {
  const tooLong = checkRange(value.length, schema.minLength, schema.maxLength, path, 'short', 'long');
  if (tooLong.length > 0 || !schema.pattern || new RegExp(schema.pattern, 'u').test(value)) return tooLong;
  return [{ path, kind: 'value', ...(schema['x-expected'] && { expected: schema['x-expected'] }) }];
}

function checkRange(
  value: number,
  least: number | undefined,
  most: number | undefined,
  path: string,
  below: BodyProblem['kind'],
  above: BodyProblem['kind'],
): BodyProblem[] {
  if (least !== undefined && value < least) return [{ path, kind: below, expected: least }];
  if (most !== undefined && value > most) return [{ path, kind: above, expected: most }];
  return [];
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
