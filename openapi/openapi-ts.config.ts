/** What hey-api generates from the contract, as data for scripts/generate.ts. */
import { $, clientDefaultConfig, clientDefaultMeta, clientPluginHandler, type UserConfig } from '@hey-api/openapi-ts';

type Schema = { format?: string };
type Operation = { 'x-query'?: boolean; operationId: string; responses: Record<string, unknown> };
type Contract = { paths: Record<string, { post: Operation }> };

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
  (operation as Operation)['x-query'] ? 'query' : 'mutation',
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

/** The SDK with its TanStack Query options and form schemas. */
export const sdk = (input: object): UserConfig => {
  const operations = Object.values((input as Contract).paths).map(({ post }) => post);
  for (const { responses } of operations)
    for (const status of Object.keys(responses)) if (status >= '300') delete responses[status];
  return {
    input,
    logs: { level: 'silent' },
    output: {
      path: 'sdk/src/generated',
      entryFile: false,
      fileName: { suffix: '.gen' },
      module: { extension: '.ts' },
      header,
    },
    parser: { patch, hooks: { operations: { getKind } } },
    plugins: [
      { name: '@hey-api/typescript' },
      client(operations.filter((operation) => operation['x-query']).map(({ operationId }) => operationId)),
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
export const server = (input: object): UserConfig =>
  ({
    input,
    logs: { level: 'silent' },
    output: { path: 'server/generated/types', fileName: { suffix: '.gen' }, module: { extension: '.ts' }, header },
    parser: { patch },
    plugins: [{ name: '@hey-api/typescript' }],
  }) as unknown as UserConfig;
