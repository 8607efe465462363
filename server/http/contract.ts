/** The compiled contract, as `npm run generate` writes it: routes and standalone validators; no YAML and no compiler at run time. */
import type { ValidateFunction } from 'ajv';
import type { OperationId } from '../generated/operations.gen.ts';
import { routes } from '../generated/operations.gen.ts';
// @ts-expect-error: built by `npm run generate`, next to the generated types.
import * as compiled from '../generated/validators.mjs';

const validators = compiled as unknown as Record<string, ValidateFunction | undefined>;

/** The validators of each operation, by what they check: `request`, `headers`, or the status of an answer. */
const byOperation = new Map<OperationId, Map<string | number, ValidateFunction>>(
  Object.entries(routes).map(([operationId, { statuses }]) => [
    operationId as OperationId,
    new Map(
      ['request', 'headers', ...statuses].flatMap((kind): [string | number, ValidateFunction][] => {
        const validate = validators[`${operationId.replace('.', '__')}__${kind}`];
        return validate ? [[kind, validate]] : [];
      }),
    ),
  ]),
);

export const requestValidator = (operationId: OperationId): ValidateFunction | undefined =>
  byOperation.get(operationId)?.get('request');

/** Of the headers that the operation cannot do without; undefined when there are none. */
export const headersValidator = (operationId: OperationId): ValidateFunction | undefined =>
  byOperation.get(operationId)?.get('headers');

/** Undefined when the contract does not declare the status for the operation. */
export const responseValidator = (operationId: OperationId, status: number): ValidateFunction | undefined =>
  byOperation.get(operationId)?.get(status);

const PREFIX = '/api/v1/';

export const pathOf = (operationId: OperationId): string => `${PREFIX}${operationId}`;

/** `/api/v1/session.create` → `session.create`; a plain object's inherited names are not operations. */
export const operationOf = (path: string): OperationId | undefined => {
  const name = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : '';
  return Object.hasOwn(routes, name) ? (name as OperationId) : undefined;
};

export { routes };
