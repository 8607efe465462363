/** What hey-api generates from the contract, as data for scripts/generate.ts. */
import { clientDefaultConfig, clientDefaultMeta, clientPluginHandler, type UserConfig } from '@hey-api/openapi-ts';
import { type Contract, operationsOf, takesKeys } from '../scripts/contract.ts';
import { withOpenEnums } from '../scripts/generate/open-enums.ts';
import { partOf } from '../scripts/generate/part-of-contract.ts';

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

/** Every call is a POST, so the contract says which ones only read (`x-query`). */
const getKind = (operation: unknown): ('query' | 'mutation')[] => [
  (operation as { 'x-query'?: boolean })['x-query'] ? 'query' : 'mutation',
];

/** The SDK's own transport (sdk/src/client.ts) in the place of hey-api's stock client. */
const client = {
  ...clientDefaultMeta,
  name: '../../client.ts',
  // Without it, the file of the default client would be named after the transport.
  config: {
    ...clientDefaultConfig,
    bundle: false,
    baseUrl: false,
    '~hooks': { symbols: { getFilePath: () => 'client' } },
  },
  symbolMeta: () => ({ artifact: 'client' }),
  handler: clientPluginHandler,
};

/** The same, where there are Query options: the errors of the transport are classes, so the error type of every option is SigillError. */
const clientWithQueries = {
  ...client,
  handler(context: Parameters<typeof clientPluginHandler>[0]) {
    clientPluginHandler(context);
    const tanstack = context.plugin.getPluginOrThrow('@tanstack/react-query');
    tanstack.imports.DefaultError = tanstack.symbol('SigillError', { external: '../../../errors.ts', kind: 'type' });
  },
};

/** Errors are thrown, in the SDK and in the server, so nobody needs their types by operation. */
function withoutErrors(contract: Contract): Contract {
  for (const { responses } of operationsOf(contract))
    for (const status of Object.keys(responses)) if (status >= '300') delete responses[status];
  return contract;
}

/** A class with a property for each resource, and below it a method for each of its calls. */
const calls = (containerName: string) => ({
  name: '@hey-api/sdk',
  responseStyle: 'data',
  operations: { strategy: 'single', containerName, nesting: 'operationId' },
});

const types = { name: '@hey-api/typescript' };

const generated = (contract: Contract, path: string, plugins: object[]): UserConfig =>
  ({
    input: withoutErrors(contract),
    logs: { level: 'silent' },
    output: { path, entryFile: false, fileName: { suffix: '.gen' }, module: { extension: '.ts' }, header },
    parser: { patch, hooks: { operations: { getKind } } },
    plugins,
  }) as unknown as UserConfig;

/** What an API key may call: the class `Sigill`. It is not updated with the service, so its types expect new values in answers. */
export const api = (contract: Contract, path: string): UserConfig =>
  generated(withOpenEnums(partOf(contract, (operation) => takesKeys(contract, operation))), path, [
    types,
    client,
    calls('ApiKeyOperations'),
  ]);

/** What a reader on a phone calls. It brings its own transport. */
export const reader = (contract: Contract, path: string): UserConfig =>
  generated(withOpenEnums(partOf(contract, ({ tags }) => (tags as string[])[0] === 'Reader')), path, [types]);

/** Every call, with TanStack Query options and form schemas. The portal comes with the service, so it knows every value of its answers. */
export const portal = (contract: Contract, path: string): UserConfig =>
  generated(contract, path, [
    types,
    clientWithQueries,
    calls('PortalOperations'),
    { name: '@tanstack/react-query' },
    { name: 'valibot', definitions: false, requests: true, responses: false },
  ]);

/** The server's types: the same ones, without a client. */
export const server = (contract: Contract, path: string): UserConfig => generated(contract, path, [types]);
