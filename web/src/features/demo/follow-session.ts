import type { SessionState } from '@sigill/sdk/portal';

export const longest_delay_ms = 30_000;

/** The delay before the next poll, after this many unchanged responses. */
export const pollingDelay = (unchanged: number, first_ms = 2000): number =>
  Math.min(first_ms * 1.1 ** unchanged, longest_delay_ms);

const end_states: readonly SessionState[] = ['FAILED', 'ABORTED', 'REJECTED', 'APPROVED'];
export const isEnd = (state: SessionState): boolean => end_states.includes(state);

type Options = {
  ask: (signal: AbortSignal) => Promise<SessionState>;
  onState: (state: SessionState) => void;
  /** Called when a poll failed. Polling continues. */
  onFailure?: (error: unknown) => void;
  state: SessionState;
  signal: AbortSignal;
};

/** Polls the state until the session has ended. Polls less often while nothing changes, and not at all while the tab is hidden. */
export async function followSession({ ask, onState, onFailure, state, signal }: Options): Promise<void> {
  let unchanged = 0;
  while (!isEnd(state)) {
    await wait(pollingDelay(unchanged), signal);
    await untilVisible(signal);
    const answer = await ask(signal).catch((error: unknown) => {
      signal.throwIfAborted();
      onFailure?.(error);
      return state;
    });
    if (answer === state) unchanged++;
    else {
      unchanged = 0;
      state = answer;
      onState(state);
    }
  }
}

function wait(delay_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, delay_ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

function untilVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const onChange = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', onChange);
      signal.removeEventListener('abort', onChange);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    document.addEventListener('visibilitychange', onChange);
    signal.addEventListener('abort', onChange);
  });
}
