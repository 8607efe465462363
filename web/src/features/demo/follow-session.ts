import type { SessionState } from '@sigill/sdk/portal';

export const longest_delay_ms = 30_000;

export const pollingDelay = (unchanged: number, first_ms = 2000): number =>
  Math.min(first_ms * 1.1 ** unchanged, longest_delay_ms);

const end_states: readonly SessionState[] = ['FAILED', 'ABORTED', 'REJECTED', 'APPROVED'];
export const isEnd = (state: SessionState): boolean => end_states.includes(state);

type Options = {
  ask: (signal: AbortSignal) => Promise<SessionState>;
  onState: (state: SessionState) => void;
  /** Called after a failed poll. Polling continues. */
  onFailure?: (error: unknown) => void;
  state: SessionState;
  signal: AbortSignal;
};

/** Polls less often while nothing changes, and not at all while the tab is hidden. */
export async function followSession({ ask, onState, onFailure, state, signal }: Options): Promise<void> {
  let unchanged = 0;
  while (!isEnd(state)) {
    await Promise.race([pause(pollingDelay(unchanged)).then(untilVisible), aborted(signal)]);
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

const pause = (delay_ms: number) => new Promise((resolve) => setTimeout(resolve, delay_ms));

async function untilVisible(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
