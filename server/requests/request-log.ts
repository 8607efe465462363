/**
 * Collects entries for the request log, so that no call waits for it: the worker writes them about once a second, and sooner when
 * there are many. Unwritten entries are lost if the process is killed.
 */
import type { AnsweredCall } from '../http/api.ts';
import type { ApiRequestTable } from './request.table.ts';

/** A process that cannot write keeps up to this many calls. Further ones are only counted. */
const MOST_HELD = 20_000;
/** This many calls are written before the second is over. Other transactions wait while they are written. */
const MANY = 1000;

/** `onMany` is called when there are enough calls to write them now. */
export function createRequestLog(onMany?: () => void) {
  let held: ApiRequestTable[] = [];
  let dropped = 0;
  let dropped_in_all = 0;
  const drop = (count: number) => {
    dropped += count;
    dropped_in_all += count;
  };

  return {
    note({ exchange: { principal, operationId, origin, body }, answer, duration_ms }: AnsweredCall): void {
      if (principal?.scheme !== 'apiKey' || operationId === undefined) return;
      if (held.length >= MOST_HELD) {
        drop(1);
        return;
      }
      held.push({
        merchant_id: principal.merchant_id,
        request_id: origin.id,
        user_id: principal.user_id,
        operation: operationId,
        status: answer.status,
        code: answer.code ?? null,
        duration_ms,
        session_id: operationId === 'session.create' ? createdIn(answer) : namedIn(operationId, body),
      });
      if (held.length === MANY) onMany?.();
    },

    take(): ApiRequestTable[] {
      const taken = held;
      held = [];
      return taken;
    },

    giveBack(calls: ApiRequestTable[]): void {
      const room = Math.max(0, MOST_HELD - held.length);
      drop(Math.max(0, calls.length - room));
      held = [...calls.slice(0, room), ...held];
    },

    droppedInAll: () => dropped_in_all,

    takeDropped(): number {
      const count = dropped;
      dropped = 0;
      return count;
    },
  };
}

export type RequestLog = ReturnType<typeof createRequestLog>;

/** The session that a call is about. The body may be any JSON, because refused calls are recorded too. */
function namedIn(operation: string, body: unknown): number | null {
  if (typeof body !== 'object' || body === null) return null;
  const { id, session_id } = body as Record<string, unknown>;
  const named = operation.startsWith('session.') ? id : session_id;
  return typeof named === 'number' && Number.isSafeInteger(named) && named > 0 ? named : null;
}

function createdIn({ status, body }: AnsweredCall['answer']): number | null {
  if (status !== 200 || body === undefined) return null;
  return (JSON.parse(body.toString()) as { id: number }).id;
}
