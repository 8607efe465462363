/** The responses that a test has requested, by call, in the order of the requests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suggestion } from '../../sdk/client/src/suggestion.ts';
import type { Fault } from '../../sdk/testing/src/test-service.ts';

/** A response instead of the service's. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

type Waiting = { answer: Answer } | { lost: 'request' | 'answer' } | { delayMs: number };

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  const declared = readRefusals();
  const waiting = new Map<string, Waiting[]>();
  return {
    take: (call: string): Waiting | undefined => waiting.get(call)?.shift(),
    /** @throws an error that lists what is available. */
    add(call: string, fault: Fault): void {
      const refusals = declared.get(call);
      if (!refusals) throw new Error(`Unknown operation ${call}.${suggestion(call, [...declared.keys()])}`);
      const { times = 1 } = fault;
      if (!Number.isInteger(times) || times < 1) throw new Error('times must be a positive integer.');
      const next = wanted(call, fault, refusals);
      waiting.set(call, [...(waiting.get(call) ?? []), ...Array<Waiting>(times).fill(next)]);
    },
  };
}

function wanted(call: string, fault: Fault, refusals: Refusal[]): Waiting {
  if ('status' in fault) return { answer: answerOf(call, fault, refusals) };
  if ('delayMs' in fault && fault.delayMs >= 0) return { delayMs: fault.delayMs };
  if ('lost' in fault && ['request', 'answer'].includes(fault.lost)) return { lost: fault.lost };
  throw new Error("A fault must be { status, code? }, { lost: 'request' }, { lost: 'answer' } or { delayMs }.");
}

function answerOf(
  call: string,
  { status, code, retryAfterSeconds = 0 }: Extract<Fault, { status: number }>,
  refusals: Refusal[],
) {
  const found = refusals.find((refusal) => refusal.status === status && (code ?? refusal.code) === refusal.code);
  if (!found) throw new Error(`${call} never returns ${[status, code].filter(Boolean).join(' ')}. ${listOf(refusals)}`);
  const waits = status === 429 || status === 503;
  const request_id = `fault-${status}`;
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': request_id,
      ...(waits && { 'Retry-After': String(retryAfterSeconds) }),
    },
    body: JSON.stringify({ ...found.problem, request_id }),
  };
}

function listOf(refusals: Refusal[]): string {
  const codes = new Map<number, string[]>();
  for (const { status, code } of refusals) codes.set(status, [...(codes.get(status) ?? []), code]);
  const lines = [...codes].map(([status, names]) => `${status} ${[...new Set(names)].join(', ')}`);
  return `It can return: ${lines.join('; ')}.`;
}

interface Refusal {
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
  responses: Record<string, { $ref?: string } & DeclaredResponse>;
}

interface DeclaredResponse {
  content?: { 'application/json': { examples?: Record<string, { $ref?: string; value?: Problem }> } };
}

interface Contract {
  paths: Record<string, { post: Operation }>;
  components: { responses: Record<string, DeclaredResponse>; examples: Record<string, { value: Problem }> };
}

/** The errors of each call, as declared in the contract that this service serves. */
function readRefusals(): Map<string, Refusal[]> {
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
