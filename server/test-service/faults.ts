/** The responses that a test has requested, by call, in the order of the requests. */

import { suggestion } from '../../sdk/client/src/suggestion.ts';
import type { Fault } from '../../sdk/client/src/test-service/fault.ts';
import { type Refusal, readRefusals } from './declared-refusals.ts';

type Waiting =
  | { answer: { status: number; headers: Record<string, string>; body: string } }
  | { lost: 'request' | 'answer' }
  | { delayMs: number };

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
