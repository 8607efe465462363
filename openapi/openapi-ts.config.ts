/** What hey-api generates from the contract, as data for scripts/generate.ts. */
import { $, clientDefaultConfig, clientDefaultMeta, clientPluginHandler, type UserConfig } from '@hey-api/openapi-ts';
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

/** Every call is a POST, so the contract says which ones only read (`x-query`). */
const getKind = (operation: unknown): ('query' | 'mutation')[] => [
  (operation as { 'x-query'?: boolean })['x-query'] ? 'query' : 'mutation',
];

/** The list stands alone, because the transport reads it and the default client is made with the transport. */
const fileOf = ({ name }: { name: string }): string => (name === 'queries' ? 'queries' : 'client');

/**
 * The SDK's own transport (sdk/src/client.ts) in the place of hey-api's stock client. It takes from `queries` which calls
 * need no idempotency key, and its errors are classes, so the error type of every Query option is SigillError.
 */
const client = (queries: string[]) => ({
  ...clientDefaultMeta,
  name: '../client.ts',
  config: {
    ...clientDefaultConfig,
    bundle: false,
    baseUrl: false,
    '~hooks': { symbols: { getFilePath: fileOf } },
  },
  symbolMeta: () => ({ artifact: 'client' }),
  handler(context: Parameters<typeof clientPluginHandler>[0]) {
    const { plugin } = context;
    clientPluginHandler(context);
    plugin.node($.const(plugin.symbol('queries')).export().assign($.fromValue(queries)));
    const tanstack = plugin.getPluginOrThrow('@tanstack/react-query');
    tanstack.imports.DefaultError = tanstack.symbol('SigillError', { external: '../../errors.ts', kind: 'type' });
  },
});

const queriesOf = (contract: Contract): string[] =>
  operationsOf(contract)
    .filter((operation) => operation['x-query'])
    .map(({ operationId }) => operationId);

/** Errors are thrown, in the SDK and in the server, so nobody needs their types by operation. */
function withoutErrors(contract: Contract): Contract {
  for (const { responses } of operationsOf(contract))
    for (const status of Object.keys(responses)) if (status >= '300') delete responses[status];
  return contract;
}

/** The SDK with its TanStack Query options and form schemas. */
export const sdk = (contract: Contract, path: string): UserConfig => {
  const input = withoutErrors(contract);
  return {
    input,
    logs: { level: 'silent' },
    output: {
      path,
      entryFile: false,
      fileName: { suffix: '.gen' },
      module: { extension: '.ts' },
      header,
    },
    parser: { patch, hooks: { operations: { getKind } } },
    plugins: [
      { name: '@hey-api/typescript' },
      client(queriesOf(contract)),
      {
        name: '@hey-api/sdk',
        responseStyle: 'data',
        operations: { strategy: 'single', containerName: 'SigillOperations', nesting: 'operationId' },
      },
      { name: '@tanstack/react-query' },
      { name: 'valibot', definitions: false, requests: true, responses: false },
    ],
  } as unknown as UserConfig;
};

/** The server's types: the same ones, without a client. */
export const server = (contract: Contract, path: string): UserConfig =>
  ({
    input: withoutErrors(contract),
    logs: { level: 'silent' },
    output: { path, entryFile: false, fileName: { suffix: '.gen' }, module: { extension: '.ts' }, header },
    parser: { patch },
    plugins: [{ name: '@hey-api/typescript' }],
  }) as unknown as UserConfig;
