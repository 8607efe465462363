import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract, Operation } from '../../openapi/contract/contract.ts';
import { suggestion } from '../../sdk/client/src/suggestion.ts';
import type { Fault } from '../../sdk/testing/src/test-service.ts';

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
  const found = refusals.find(
    ({ problem, ...refusal }) => refusal.status === status && (code ?? problem.code) === problem.code,
  );
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
  for (const { status, problem } of refusals) codes.set(status, [...(codes.get(status) ?? []), problem.code]);
  const lines = [...codes].map(([status, names]) => `${status} ${[...new Set(names)].join(', ')}`);
  return `It can return: ${lines.join('; ')}.`;
}

interface Refusal {
  status: number;
  problem: { error: string; code: string };
}

function readRefusals(): Map<string, Refusal[]> {
  const file = join(import.meta.dirname, '../generated/openapi.json');
  const { paths, components }: Contract = JSON.parse(readFileSync(file, 'utf8'));
  const operations = Object.values(paths).map(({ post }) => post);
  const special = new Set(operations.flatMap((operation) => operation['x-errors'] ?? []));
  const nameOf = (reference = '') => reference.split('/').at(-1)!;
  const problemsOf = (response: string) =>
    Object.values(components.responses[response]!.content['application/json'].examples).map(
      ({ $ref }) => components.examples[nameOf($ref)]!.value as Refusal['problem'],
    );

  function refusalsOf({ responses, 'x-errors': own = [] }: Operation): Refusal[] {
    return (
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, { $ref }]) =>
          problemsOf(nameOf($ref)).map((problem) => ({ status: Number(status), problem })),
        )
        // The contract's error responses are shared, so one may have examples with other calls' codes. A code that any call lists
        // in `x-errors` belongs only to the calls that list it.
        .filter(({ problem: { code } }) => own.includes(code) || !special.has(code))
    );
  }

  return new Map(operations.map((operation) => [operation.operationId, refusalsOf(operation)]));
}
