/** How fast this process responds, and the share of calls that fail because of the service. Only the last 256 calls are kept, in memory. */
import type { ComponentState } from '../../openapi/facts/status.ts';
import type { Clock } from '../core/clock.ts';
import type { AnsweredCall } from '../http/api.ts';

const KEPT = 256;
const RECENT_MS = 300_000;
/** With fewer calls, a single failure would be a large share, so the state is operational, and there is no median. */
const FEWEST = 10;
const SHARE: Record<Exclude<ComponentState, 'operational'>, number> = { degraded: 0.05, down: 0.5 };
/** Calls whose duration depends on the caller. */
const UNTIMED = new Set(['callback.listen', 'session.export', 'bill.export', 'bill.usage', 'audit.export']);

export function createAnswerTimes(clock: Clock) {
  const durations = new Float64Array(KEPT);
  const answered: { at: number; failed: boolean }[] = [];
  let timed = 0;
  let counted = 0;

  return {
    note({ exchange: { operationId }, answer: { status, code }, duration_ms }: AnsweredCall): void {
      if (operationId === undefined) return;
      // An external provider that is down or not configured is not a failure of the API.
      const failed = status === 500 || code === 'service_unavailable';
      answered[counted++ % KEPT] = { at: clock.now().getTime(), failed };
      if (!failed && !UNTIMED.has(operationId)) durations[timed++ % KEPT] = duration_ms;
    },

    median(): number | undefined {
      if (timed < FEWEST) return undefined;
      const known = durations.slice(0, Math.min(timed, KEPT)).sort();
      return known[known.length >> 1];
    },

    state(): ComponentState {
      const now = clock.now().getTime();
      const recent = answered.filter(({ at }) => now - at < RECENT_MS);
      if (recent.length < FEWEST) return 'operational';
      const share = recent.filter(({ failed }) => failed).length / recent.length;
      if (share >= SHARE.down) return 'down';
      return share >= SHARE.degraded ? 'degraded' : 'operational';
    },
  };
}

export type AnswerTimes = ReturnType<typeof createAnswerTimes>;
