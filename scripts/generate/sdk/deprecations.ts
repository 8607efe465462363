import { type Contract, type Operation, operationsOf } from '../../../openapi/contract/contract.ts';
import { slugOf } from '../site/reference.ts';

/** The values of the response headers: RFC 9745 (Deprecation) and RFC 8594 (Sunset). */
export function deprecations(contract: Contract): string {
  const lines = deprecated(contract).map(({ operationId, ...operation }) => {
    const [since, sunset] = datesOf(operation).map((day) => new Date(`${day}T00:00:00Z`));
    const [tag = ''] = operation['tags'] as string[];
    const dates = `Deprecation: '@${since!.getTime() / 1000}', Sunset: '${sunset!.toUTCString()}'`;
    return `  '${operationId}': { ${dates}, page: '/api-reference/${slugOf(tag)}#${operationId}' },\n`;
  });
  return `/** When an operation was deprecated, and until when it is guaranteed to work, as its response headers state it, and where it is described. */
export const deprecations: Partial<Record<OperationId, { Deprecation: string; Sunset: string; page: string }>> = {\n${lines.join('')}};\n`;
}

export function deprecationInWords(operation: Operation): string {
  const [since, sunset] = datesOf(operation);
  return `Since ${since}. It works at least until ${sunset}.`;
}

const deprecated = (contract: Contract): Operation[] =>
  operationsOf(contract).filter((operation) => operation['deprecated'] === true);

const datesOf = (operation: { [field: string]: unknown }): string[] => [
  String(operation['x-deprecated-since']),
  String(operation['x-sunset']),
];
