/** Turns a validator's first error into a sentence that names the field and what would be right. */
import type { ErrorObject } from 'ajv';
import { BadRequest, type Detail } from '../core/errors.ts';
import { expectedTexts } from '../generated/operations.gen.ts';

/** Names whose values must not come back in an error. */
const SECRET = /password|secret|token|code|key|files|face|signature|challenge/i;

export function badRequest(error: ErrorObject, body: unknown): BadRequest {
  const path = dotted(error.instancePath);
  const name = path || 'The body';
  const received = describe(valueAt(body, error.instancePath), path);
  const answer = (text: string, code: ConstructorParameters<typeof BadRequest>[1], detail: Detail) =>
    new BadRequest(text, code, { details: [detail] });
  const params: Record<string, unknown> = error.params;
  const wrong = (expected: string) =>
    answer(`${name} must be ${expected}, received ${received}`, 'invalid_value', { path, expected, received });

  switch (error.keyword) {
    case 'required': {
      const missing = join(path, String(params['missingProperty']));
      return answer(`Missing property: ${missing}`, 'missing_property', {
        path: missing,
        expected: 'a value',
        received: 'nothing',
      });
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const unknown = join(path, String(params['additionalProperty'] ?? params['unevaluatedProperty'])).slice(0, 200);
      return answer(`Unknown property: ${unknown}`, 'unknown_property', {
        path: unknown,
        expected: 'no such property',
        received: 'a value',
      });
    }
    case 'type': {
      const expected = [params['type']].flat().join(' or ');
      const type = typeName(valueAt(body, error.instancePath));
      return answer(`${name} must be ${expected}, received ${type}`, 'wrong_type', { path, expected, received: type });
    }
    case 'enum':
      return wrong(`one of ${(params['allowedValues'] as unknown[]).join(', ')}`);
    case 'const':
      return wrong(String(params['allowedValue']));
    case 'minLength':
      return wrong(`at least ${params['limit']} characters`);
    case 'maxLength':
      return wrong(`at most ${params['limit']} characters`);
    case 'minimum':
      return wrong(`at least ${params['limit']}`);
    case 'maximum':
      return wrong(`at most ${params['limit']}`);
    case 'minItems':
      return wrong(`at least ${params['limit']} items`);
    case 'maxItems':
      return wrong(`at most ${params['limit']} items`);
    case 'format':
      return wrong(`a valid ${params['format']}`);
    case 'pattern':
      return wrong(expectedTexts[String(params['pattern'])] ?? 'text of another form');
    default:
      return wrong(error.message?.replace(/^must be /, '') ?? 'valid');
  }
}

/** The same for the headers that an operation cannot do without. */
export function badHeaders(error: ErrorObject, headers: Record<string, string>): BadRequest {
  if (error.keyword !== 'required') return badRequest(error, headers);
  const name = String(error.params['missingProperty']);
  return new BadRequest(`Missing header: ${name}`, 'missing_property', {
    details: [{ path: name, expected: 'a value', received: 'nothing' }],
  });
}

const segments = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
const dotted = (pointer: string) => segments(pointer).join('.');
const join = (path: string, name: string) => (path ? `${path}.${name}` : name);

function valueAt(body: unknown, pointer: string): unknown {
  return segments(pointer).reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    body,
  );
}

export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function describe(value: unknown, path: string): string {
  if (typeof value === 'string')
    return SECRET.test(path) ? `${value.length} characters` : JSON.stringify(value.slice(0, 60));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `${value.length} items`;
  return typeName(value);
}
