/** Turns a validator's first error into a sentence that names the field and what would be valid, never what was sent. */
import type { ErrorObject } from 'ajv';
import { suggestion } from '../../../sdk/client/src/suggestion.ts';
import { BadRequest, type Detail } from '../../core/errors.ts';
import { expectations, type OperationId, routes } from '../../generated/operations.gen.ts';

type Params = Record<string, unknown>;

/** `sent` is the body, or the required headers. */
export function badRequest(operationId: OperationId, error: ErrorObject, sent: unknown): BadRequest {
  const path = dotted(error.instancePath);
  const value = valueAt(sent, error.instancePath);
  const params: Params = error.params;
  switch (error.keyword) {
    case 'required':
      return missing('property', join(path, String(params['missingProperty'])), operationId);
    case 'additionalProperties':
      return unknown(operationId, path, { name: String(params['additionalProperty']), parent: value });
    case 'discriminator':
      return undecided(operationId, join(path, String(params['tag'])), params['tagValue']);
    case 'type':
      return wrongType(path, [params['type']].flat().join(' or '), typeName(value));
    default:
      return invalid(path, expected(error, expectations[operationId][path]), kindOf(value, error.keyword));
  }
}

export const badHeaders = (
  operationId: OperationId,
  error: ErrorObject,
  headers: Record<string, string>,
): BadRequest =>
  error.keyword === 'required'
    ? missing('header', String(error.params['missingProperty']), operationId)
    : badRequest(operationId, error, headers);

const refuse = (text: string, code: ConstructorParameters<typeof BadRequest>[1], detail: Detail) =>
  new BadRequest(text, code, { details: [detail] });

const missing = (what: 'property' | 'header', path: string, operationId: OperationId) =>
  refuse(`Missing ${what}: ${path}`, 'missing_property', {
    path,
    expected: expectations[operationId][path] ?? 'a value',
    received: 'nothing',
  });

function undecided(operationId: OperationId, path: string, value: unknown): BadRequest {
  if (value === undefined) return missing('property', path, operationId);
  if (typeof value !== 'string') return wrongType(path, 'string', typeName(value));
  return invalid(path, expectations[operationId][path] ?? 'a valid value', { received: 'string', isTelling: false });
}

interface Unknown {
  name: string;
  parent: unknown;
}

function unknown(operationId: OperationId, path: string, { name, parent }: Unknown): BadRequest {
  const value = (parent as Record<string, unknown>)[name];
  const at = join(path, name).slice(0, 200);
  const hint = hintFor(name, value, namesIn(operationId, path));
  const header = routes[operationId].query || !/^idempotency[_-]?key$/i.test(name) ? '' : IN_HEADER;
  return refuse(`Unknown property: ${at}${header || hint}`, 'unknown_property', {
    path: at,
    expected: 'nothing',
    received: typeName(value),
  });
}

const IN_HEADER = '. Send it as the header Idempotency-Key';

/** Comparing longer names would be slow, and they are not typing errors. */
const LONGEST_NAME = 50;

function hintFor(name: string, value: unknown, known: string[]): string {
  // A name that another variant has is not misspelt.
  if (name.length > LONGEST_NAME || known.includes(name)) return '';
  if (typeof value === 'object' && value && Object.keys(value).some((inner) => known.includes(inner)))
    return `. Send the properties in ${name} directly`;
  const meant = suggestion(name, known);
  return meant && `.${meant}`;
}

function namesIn(operationId: OperationId, path: string): string[] {
  const headers: readonly string[] = routes[operationId].headers;
  const prefix = path ? `${path}.` : '';
  return Object.keys(expectations[operationId])
    .filter((known) => known.startsWith(prefix) && !headers.includes(known))
    .map((known) => known.slice(prefix.length))
    .filter((known) => !known.includes('.'));
}

const wrongType = (path: string, expected: string, received: string) =>
  refuse(`${path || 'The body'} must be ${expected}, received ${received}`, 'wrong_type', { path, expected, received });

function invalid(path: string, expected: string, { received, isTelling }: Kind): BadRequest {
  const text = `${path || 'The body'} must be ${expected}${isTelling ? `, received ${received}` : ''}`;
  return refuse(text, 'invalid_value', { path, expected, received });
}

/** The contract's wording says more than the keyword that failed, except for the maximum length of a string. */
const expected = ({ keyword, params }: ErrorObject, phrase = 'a valid value'): string =>
  keyword === 'maxLength' ? `at most ${(params as Params)['limit']} characters` : phrase;

interface Kind {
  received: string;
  /** Whether `received` says more than that the value was not accepted. */
  isTelling: boolean;
}

function kindOf(value: unknown, keyword: string): Kind {
  if (typeof value === 'string' && keyword === 'maxLength')
    return { received: `${charactersOf(value)} characters`, isTelling: true };
  return { received: typeName(value), isTelling: false };
}

/** A surrogate pair is one character. An array of the characters would be slow for a text of six megabytes. */
function charactersOf(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) count--;
  return count;
}

const segments = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
const dotted = (pointer: string) => segments(pointer).join('.');
const join = (path: string, name: string) => (path ? `${path}.${name}` : name);

const valueAt = (sent: unknown, pointer: string): unknown =>
  segments(pointer).reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], sent);

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
