import type { CallbackDelivery, SessionEvent, SessionState } from '@sigill/sdk/portal';
import { isEnd } from '../demo/follow-session';

export type StepName = 'created' | 'opened' | 'read' | 'result' | 'delivered';

/** `next` is the step that the session waits for, and `missed` one that an ended session did not reach. */
export type StepLook = 'done' | 'next' | 'ahead' | 'missed' | 'warning' | 'bad' | 'ended';

export type Step = {
  name: StepName;
  look: StepLook;
  at?: string;
  /** The time since the step that the session reached before this one. */
  after_ms?: number;
};

type Story = { state: SessionState; events: SessionEvent[]; callbacks: CallbackDelivery[] };

const resultLooks: Partial<Record<SessionState, StepLook>> = {
  APPROVED: 'done',
  REJECTED: 'bad',
  FAILED: 'warning',
  ABORTED: 'ended',
  COMPLETED: 'next',
};

export function storyOf({ state, events, callbacks }: Story): Step[] {
  const at = (...kinds: SessionEvent['kind'][]) => events.find(({ kind }) => kinds.includes(kind))?.at;
  const ended = isEnd(state);
  const opened = at('OPENED', 'STARTED');
  const read = at('READ');
  const unreached = (before: string | undefined): StepLook => (ended ? 'missed' : before ? 'next' : 'ahead');
  const result = ended ? at(state as SessionEvent['kind']) : undefined;
  return withTimes([
    { name: 'created', look: 'done', at: at('CREATED') },
    { name: 'opened', look: opened ? 'done' : unreached(at('CREATED')), at: opened },
    { name: 'read', look: read ? 'done' : unreached(opened), at: read },
    { name: 'result', look: resultLooks[state] ?? 'ahead', at: result },
    delivery({ state, events, callbacks }),
  ]);
}

/** Considers only the callback that reports the result. */
function delivery({ state, events, callbacks }: Story): Step {
  const name = 'delivered';
  if (!isEnd(state)) return { name, look: 'ahead' };
  const callback = callbacks.find(({ session_state }) => session_state === state);
  if (!callback) return { name, look: 'missed' };
  if (callback.state === 'PENDING') return { name, look: 'next' };
  if (callback.state === 'FAILED') return { name, look: 'bad', at: lastTry(events, callback.id)?.at };
  return { name, look: 'done', at: lastTry(events, callback.id, isDelivered)?.at };
}

const isDelivered = (status = 0) => status >= 200 && status < 300;

const lastTry = (events: SessionEvent[], id: string, counts: (status?: number) => boolean = () => true) =>
  events.findLast(({ callback }) => callback?.id === id && counts(callback.status_code));

function withTimes(steps: (Omit<Step, 'at'> & { at?: string | undefined })[]): Step[] {
  let before: string | undefined;
  return steps.map(({ at, ...step }) => {
    if (!at) return step;
    const after_ms = before && Math.max(0, Date.parse(at) - Date.parse(before));
    before = at;
    return { ...step, at, ...(after_ms !== undefined && after_ms !== '' && { after_ms }) };
  });
}

/** A duration in the largest suitable unit: 30 ms, 0.4 s, 12 s, 3 min, 24 h, 2 days. */
export function inUnits(ms: number): [value: number, unit: string] {
  if (ms < 100) return [ms, 'millisecond'];
  if (ms < 10_000) return [Math.round(ms / 100) / 10, 'second'];
  if (ms < 60_000) return [Math.round(ms / 1000), 'second'];
  if (ms < 3_600_000) return [Math.round(ms / 60_000), 'minute'];
  if (ms < 48 * 3_600_000) return [Math.round(ms / 3_600_000), 'hour'];
  return [Math.round(ms / 86_400_000), 'day'];
}
