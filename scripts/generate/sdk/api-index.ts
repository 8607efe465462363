/** sdk/client/api.md, the index of the SDK's methods. */
import { type Contract, type Operation, operationsOf, takesKeys } from '../../../openapi/contract/contract.ts';
import { methodPath, pascal } from '../../../openapi/contract/names.ts';
import { needsParams } from './plugin.ts';

export function apiIndex(contract: Contract): string {
  const operations = operationsOf(contract).filter((operation) => takesKeys(contract, operation));
  const tagOf = (operation: Operation) => (operation['tags'] as string[])[0];
  const tags = contract.tags.filter(({ name }) => operations.some((operation) => tagOf(operation) === name));
  const sections = tags.map(({ name, description }) => {
    const rows = operations
      .filter((operation) => tagOf(operation) === name)
      .map((operation) => {
        const { operationId, summary } = operation;
        const params = needsParams(contract, operation) ? 'params' : 'params?';
        const call = methodPath(operationId);
        const type = pascal(operationId);
        return `| <code>sigill.<b>${call}</b>(${params}, options?)</code> | ${summary} | \`${type}Params\` → \`${type}Response\` |`;
      });
    return `## ${name}\n\n${description}\n\n| method | what it does | types |\n|---|---|---|\n${[...rows, ...(written[name] ?? [])].join('\n')}\n`;
  });
  return `<!-- Generated from openapi/v1.yaml by \`npm run generate\`. Do not edit. -->
# Methods of \`@sigill/sdk\`

The class \`Sigill\` has every call that an API key may make. \`sigill.withOptions(options)\` returns a client with some options changed, and
\`sigill.request(name, params, options)\` makes a call that the types do not know.

Every method takes its parameters first, then options: \`signal\`, \`maxRetries\`, \`timeoutMs\`, \`idempotencyKey\`, \`headers\` and
\`baseUrl\`. It returns a promise of the data with \`.withResponse()\`. Iterate over lists with \`for await\`. The types are exported by the package.

${sections.join('\n')}`;
}

const written: Record<string, string[]> = {
  Sessions: [
    '| <code>sigill.<b>session.waitFor</b>(id, options?)</code> | Wait until a session has ended, and get it. `timeoutMs` applies to the whole wait | `EndedSession` |',
  ],
  Callbacks: [
    '| <code>sigill.<b>callbacks.unwrap</b>(rawBody, headers, secrets)</code> | Verify a callback and read its event | `EndpointEvent` or `UnknownCallbackEvent` |',
    '| <code>sigill.<b>callbacks.sign</b>(event, secret)</code> | Sign an event as the service does, for tests | `SignedCallback` |',
  ],
};
