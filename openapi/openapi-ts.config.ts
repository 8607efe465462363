/** What hey-api generates from the contract, as data for scripts/generate/generate.ts: types, form schemas, and calls by our plugins. */
import type { UserConfig } from '@hey-api/openapi-ts';
import { publicCalls, streamedCalls } from '../scripts/generate/sdk/functions.ts';
import { methods } from '../scripts/generate/sdk/methods.ts';
import { queryOptions } from '../scripts/generate/sdk/query-options.ts';
import { type Contract, operationsOf } from './contract/contract.ts';

type Schema = { format?: string };

const header = ['// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.'];

/** Ids stay numbers: a 64-bit format would make the schemas expect a bigint. */
const patch = {
  schemas: {
    Id: (schema: Schema) => {
      delete schema.format;
    },
  },
};

/** SDK and server throw errors, so error types per operation are not needed. */
function withoutErrors(contract: Contract): Contract {
  for (const { responses } of operationsOf(contract))
    for (const status of Object.keys(responses)) if (status >= '300') delete responses[status];
  return contract;
}

/** The SDK sets the optional headers itself: the idempotency key is an option of every call. */
function withoutOptionalHeaders(contract: Contract): Contract {
  const required = ({ $ref }: { $ref: string }) => contract.components.parameters[$ref.split('/').at(-1)!]!.required;
  for (const operation of operationsOf(contract)) operation.parameters = operation.parameters?.filter(required) ?? [];
  return contract;
}

/** Clients do not call webhooks. The types of their bodies are in `EndpointEvent`. */
const withoutWebhooks = ({ webhooks: _, ...contract }: Contract & { webhooks?: object }): Contract => contract;

const generated = (contract: Contract, path: string, plugins: object[]): UserConfig =>
  ({
    input: withoutWebhooks(withoutOptionalHeaders(withoutErrors(contract))),
    logs: { level: 'silent' },
    output: { path, entryFile: false, fileName: { suffix: '.gen' }, module: { extension: '.ts' }, header },
    parser: { patch },
    plugins,
  }) as unknown as UserConfig;

const typescript = { name: '@hey-api/typescript' };

export const types = (contract: Contract, path: string): UserConfig => generated(contract, path, [typescript]);

export const keys = (contract: Contract, path: string): UserConfig => {
  const says = 'Every call that an API key may make.';
  return generated(contract, path, [typescript, methods({ container: 'ApiKeyOperations', says, checked: true })]);
};

export const portal = (contract: Contract, path: string): UserConfig =>
  generated(contract, path, [
    typescript,
    { name: 'valibot', definitions: false, requests: true, responses: false },
    // The portal checks only that a response is a JSON object, to keep its first load small.
    methods({ container: 'PortalOperations', says: 'Every call.', checked: false }),
    queryOptions(),
    streamedCalls(),
    publicCalls(),
  ]);
