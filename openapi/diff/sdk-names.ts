import { methodPath } from '../contract/names.ts';
import type { Pointer } from '../contract/tree.ts';

export const methodOf = (operationId: string): string => `sigill.${methodPath(operationId)}`;

/** An `ApprovedSession` is a `session` in the code that reads it. */
export function variableOf(component: string): string {
  if (component === 'Problem') return 'error';
  const word = /[A-Z][a-z0-9]*$/.exec(component)?.[0] ?? component;
  return word[0]!.toLowerCase() + word.slice(1);
}

/** A part of a component by its place: `Problem.details[].path`. Other places have no name of their own. */
export function nameAt(pointer: Pointer): string | undefined {
  const [section, kind, component, ...steps] = pointer.map(String);
  if (section !== 'components' || kind !== 'schemas') return undefined;
  let name = component!;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (step === 'properties') name += `.${steps.shift()}`;
    else if (step === 'items') name += '[]';
    else if (step === 'additionalProperties') name += '[key]';
    // Skips the index of a part or branch.
    else steps.shift();
  }
  return name;
}

export const quote = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

export const listed = (values: Iterable<unknown>): string => [...values].map(quote).join(', ');

/** A name as written in a sentence: code in backticks, headers and parameters unchanged. */
export const shown = (name: string): string => (/^(header|\w+ parameter) /.test(name) ? `the ${name}` : `\`${name}\``);

const errorClasses: Record<string, string> = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionError',
  404: 'NotFoundError',
  409: 'ConflictError',
  429: 'RateLimitError',
};

export const errorOf = (status: string): string | undefined =>
  errorClasses[status] ?? (/^5/.test(status) ? 'ServerError' : undefined);
