/** What hey-api generates from the contract, as data for scripts/generate.ts: types and form schemas. The calls are scripts/generate/sdk-calls.ts. */
import type { UserConfig } from '@hey-api/openapi-ts';
import { type Contract, operationsOf } from '../scripts/contract.ts';

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

/** Errors are thrown, in the SDK and in the server, so nobody needs their types by operation. */
function withoutErrors(contract: Contract): Contract {
  for (const { responses } of operationsOf(contract))
    for (const status of Object.keys(responses)) if (status >= '300') delete responses[status];
  return contract;
}

/** The SDK sends the optional headers by itself: the idempotency key is an option of every call. */
function withoutOptionalHeaders(contract: Contract): Contract {
  const required = ({ $ref }: { $ref: string }) => contract.components.parameters[$ref.split('/').at(-1)!]!.required;
  for (const operation of operationsOf(contract)) operation.parameters = operation.parameters?.filter(required) ?? [];
  return contract;
}

const generated = (contract: Contract, path: string, plugins: object[]): UserConfig =>
  ({
    input: withoutOptionalHeaders(withoutErrors(contract)),
    logs: { level: 'silent' },
    output: { path, entryFile: false, fileName: { suffix: '.gen' }, module: { extension: '.ts' }, header },
    parser: { patch },
    plugins,
  }) as unknown as UserConfig;

const typescript = { name: '@hey-api/typescript' };

export const types = (contract: Contract, path: string): UserConfig => generated(contract, path, [typescript]);

export const typesAndSchemas = (contract: Contract, path: string): UserConfig =>
  generated(contract, path, [typescript, { name: 'valibot', definitions: false, requests: true, responses: false }]);
