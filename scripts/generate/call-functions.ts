/** Calls as functions, which a bundler can take one by one: those without sign-in, and those that stream. */
import { type Contract, type Operation, operationsOf, requiredHeaders } from '../contract.ts';
import { camel, pascal } from '../names.ts';
import { HEADER } from './header.ts';
import { comment, needsParams, typesOf } from './sdk-calls.ts';

/** sdk/src/generated/public/sdk.gen.ts */
export const publicCalls = (contract: Contract): string =>
  functionsOf(contract, {
    operations: operationsOf(contract).filter(({ security = contract.security }) => security.length === 0),
    imports: "import { call, type PublicCallOptions } from '../../public/call.ts';\n",
    types: '../portal/types.gen.ts',
    options: 'PublicCallOptions',
    body: ({ operationId, 'x-query': reads }) => [
      `Promise<${pascal(operationId)}Response>`,
      `call('${operationId}', ${!reads}, params, options)`,
    ],
  });

/** sdk/src/generated/portal/streams.gen.ts */
export const streamedCalls = (contract: Contract): string =>
  functionsOf(contract, {
    operations: operationsOf(contract).filter(({ 'x-stream': streams }) => streams),
    imports: `import type { CallOptions } from '../../client.ts';
import { type StreamedFile, streamed } from '../../portal/stream.ts';
`,
    types: './types.gen.ts',
    options: 'CallOptions',
    body: ({ operationId }) => ['Promise<StreamedFile>', `streamed('${operationId}', params, options)`],
  });

interface Functions {
  operations: Operation[];
  imports: string;
  /** The module of the types of parameters and responses. */
  types: string;
  options: string;
  /** What a function returns, as a type and as an expression. */
  body: (operation: Operation) => [type: string, expression: string];
}

function functionsOf(contract: Contract, { operations, imports, types, options, body }: Functions): string {
  const functions = operations.map((operation) => {
    const [type, expression] = body(operation);
    return `${comment(operation, '')}
export const ${camel(operation.operationId.replace('.', '_'))} = (${argumentsOf(contract, operation, options)}): ${type} =>
  ${expression};
`;
  });
  const text = functions.join('\n');
  const names = operations.flatMap((operation) => typesOf(contract, operation)).filter((name) => text.includes(name));
  return `${HEADER}${imports}import type {\n${names
    .sort()
    .map((name) => `  ${name},\n`)
    .join('')}} from '${types}';\n\n${text}`;
}

function argumentsOf(contract: Contract, operation: Operation, options: string): string {
  const type = pascal(operation.operationId);
  const headers = requiredHeaders(contract, operation).length > 0;
  return [
    `params${needsParams(contract, operation) ? '' : '?'}: ${type}Params`,
    headers ? `options: ${options} & { headers: ${type}Headers }` : `options?: ${options}`,
  ].join(', ');
}
