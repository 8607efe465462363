/** The errors of each call, as declared in the contract that this service serves. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Refusal {
  status: number;
  code: string;
  problem: Problem;
}

interface Problem {
  error: string;
  code: string;
}

interface Operation {
  operationId: string;
  'x-errors'?: string[];
  responses: Record<string, { $ref?: string } & Answer>;
}

interface Answer {
  content?: { 'application/json': { examples?: Record<string, { $ref?: string; value?: Problem }> } };
}

interface Contract {
  paths: Record<string, { post: Operation }>;
  components: { responses: Record<string, Answer>; examples: Record<string, { value: Problem }> };
}

export function readRefusals(): Map<string, Refusal[]> {
  const file = join(import.meta.dirname, '../generated/openapi.json');
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Contract;
  const operations = Object.values(paths).map(({ post }) => post);
  const special = new Set(operations.flatMap((operation) => operation['x-errors'] ?? []));
  const nameOf = (reference: string) => reference.split('/').at(-1)!;

  function refusalsOf(operation: Operation): Refusal[] {
    const own = operation['x-errors'] ?? [];
    return (
      Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, response]) => {
          const { content } = response.$ref ? components.responses[nameOf(response.$ref)]! : response;
          const examples = Object.values(content?.['application/json'].examples ?? {});
          return examples
            .map(({ $ref, value }) => ($ref ? components.examples[nameOf($ref)]!.value : value!))
            .map((problem) => ({ status: Number(status), code: problem.code, problem }));
        })
        // Calls share responses. A code that some calls list as their own belongs only to these.
        .filter(({ code }) => own.includes(code) || !special.has(code))
    );
  }

  return new Map(operations.map((operation) => [operation.operationId, refusalsOf(operation)]));
}
