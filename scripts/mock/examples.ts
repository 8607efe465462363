/** The examples of the contract, as Prism serves them, and its refusals as the errors that the service throws. */
import { ApiError } from '../../server/core/errors.ts';
import type { OperationId, Operations, Problem } from '../../server/generated/operations.gen.ts';
import { routes } from '../../server/http/contract.ts';
import { type Contract, type Operation, operationsOf, requiredHeaders } from '../contract/contract.ts';
import { resolve, treeOf } from '../contract/tree.ts';

export type Examples = ReturnType<typeof createExamples>;

export interface Wanted {
  status: number;
  /** The first one unless it is named. */
  name?: string;
}

/** Seconds that a refused caller is told to wait. */
export const RETRY_AFTER = 2;

export function createExamples(contract: Contract, prism: string) {
  const operations = new Map(operationsOf(contract).map((operation) => [operation.operationId, operation]));
  const known = new Map<string, Promise<unknown>>();
  const operation = (id: OperationId) => operations.get(id)!;

  /** What Prism answers a good call of the operation. The same example is asked for once. */
  function answer(id: OperationId, wanted: Wanted): Promise<unknown> {
    const key = JSON.stringify([id, wanted]);
    const found = known.get(key) ?? ask(prism, contract, operation(id), wanted);
    known.set(key, found);
    return found;
  }

  /** The names of an operation's examples, by status. An unnamed one is the only one. */
  function names(id: OperationId): Map<number, string[]> {
    const { responses } = operation(id);
    return new Map(
      Object.entries(responses).map(([status, response]) => [Number(status), namesOf(contract, response)]),
    );
  }

  return {
    has: (id: string) => operations.has(id),
    names,

    async success<Id extends OperationId>(id: Id, name?: string): Promise<Operations[Id]['response']> {
      return structuredClone(await answer(id, { status: 200, ...(name && { name }) })) as Operations[Id]['response'];
    },

    /** What was asked for by status or name: a success, or a refusal that is thrown. */
    async asked(id: OperationId, wanted: Wanted): Promise<unknown> {
      const body = await answer(id, wanted);
      if (wanted.status < 400) return body;
      throw refusal(wanted.status, body as Problem);
    },

    /** A refusal of the contract by the name of its example, such as `session_not_found`. `id` is what it says instead of its own id. */
    refused(operationId: OperationId, name: string, id?: number | string): ApiError {
      const { value } = contract.components.examples[name]!;
      const found = [...names(operationId)].find(([, given]) => given.includes(name));
      if (!found) throw new Error(`${operationId} has no refusal ${name}.`);
      const problem = value as Problem;
      return refusal(found[0], id === undefined ? problem : { ...problem, error: withId(problem.error, id) });
    },
  };
}

const withId = (text: string, id: number | string) => text.replace(/(?<=id: )\S+$/, String(id));

function refusal(status: number, { error, code, details }: Problem): ApiError {
  return new ApiError(status, error, code as ApiError['code'], {
    ...(details && { details }),
    ...((status === 429 || status === 503) && { retryAfter: RETRY_AFTER }),
  });
}

/** Prism checks what it is sent before it answers, so it is sent the contract's own request. */
async function ask(prism: string, contract: Contract, operation: Operation, { status, name }: Wanted) {
  const { operationId: id } = operation;
  const [scheme] = routes[id as OperationId].security;
  const preferred = [`code=${status}`, ...(name ? [`example=${name}`] : [])];
  const response = await fetch(`${prism}/api/v1/${id}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Prefer: preferred.join(', '),
      ...(scheme && { Authorization: scheme === 'apiKey' ? `Basic ${btoa('public-key:secret')}` : 'Bearer token' }),
      ...Object.fromEntries(requiredHeaders(contract, operation).map((header) => [header.name, header.example])),
    },
    body: JSON.stringify(requestExample(contract, operation)),
  });
  if (response.status !== status)
    throw new Error(`Prism answered ${response.status} to ${id}, ${preferred.join(', ')}`);
  return response.json();
}

function requestExample(contract: Contract, operation: Operation): unknown {
  const body = resolve({ ...contract }, { value: operation.requestBody, pointer: [] }).value;
  const media = treeOf(treeOf(treeOf(body)['content'])['application/json']);
  const [first] = Object.values(treeOf(media['examples']));
  return media['example'] ?? treeOf(first)['value'] ?? {};
}

function namesOf({ components }: Contract, response: Operation['responses'][string]): string[] {
  const reference = response.$ref?.split('/').at(-1);
  const { content } = reference ? components.responses[reference]! : response;
  return Object.keys(treeOf(treeOf(content?.['application/json'])['examples']));
}
