import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { completeErrors } from '../error-responses.ts';
import { type Contract, contractFile, operationsOf, publishedFile, readContract } from './contract.ts';

const contract = readContract();
const errorsOf = (id: string, from = contract): Record<string, string> =>
  Object.fromEntries(
    Object.entries(operationsOf(from).find(({ operationId }) => operationId === id)!.responses)
      .filter(([status]) => status >= '400')
      .map(([status, { $ref }]) => [status, $ref!.split('/').at(-1)!]),
  );

const ALWAYS = {
  400: 'InvalidInput',
  403: 'Forbidden',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};

test.each([
  ['a read of the account', 'user.self', { 401: 'Unauthorized' }],
  ['a read of one thing', 'session.get', { 401: 'Unauthorized', 404: 'NotFound' }],
  ['a change of one thing', 'session.redact', { 404: 'NotFound', 401: 'Unauthorized', 409: 'Conflict' }],
  ['a public read', 'trust.get', { 403: 'CrossSiteRefused' }],
  [
    'a public change with its own codes',
    'password.recover',
    { 400: 'InputRefused', 403: 'CrossSiteRefused', 409: 'Conflict', 429: 'TooManyAttempts' },
  ],
  ['a change with its own code', 'session.abort', { 401: 'Unauthorized', 404: 'NotFound', 409: 'StateConflict' }],
  [
    'a read with a code of a status that reads do not have',
    'session.proof',
    { 401: 'Unauthorized', 404: 'NotFound', 409: 'ProofUnavailable' },
  ],
  [
    'a call that writes one of its responses',
    'user.rename_service_user',
    { 401: 'Unauthorized', 403: 'Refused', 404: 'NotFound', 409: 'Conflict' },
  ],
])('%s: %s', (_, id, special) => {
  expect(errorsOf(id)).toEqual({ ...ALWAYS, ...special });
});

test('leaves a contract unchanged that declares all of them', () => {
  const published = readFileSync(publishedFile, 'utf8');
  expect(completeErrors(parse(published))).toEqual(parse(published));
});

test('no call declares a response that would be derived anyway', () => {
  const written: Contract = parse(readFileSync(contractFile, 'utf8'));
  const bare = structuredClone(written);
  for (const call of operationsOf(bare)) call.responses = {};
  completeErrors(bare);
  const repeated = operationsOf(written).flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status, { $ref }]) => $ref?.endsWith(`/${errorsOf(operationId, bare)[status]}`))
      .map(([status]) => `${operationId} ${status}`),
  );
  expect(repeated).toEqual([]);
});
