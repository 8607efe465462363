import type { ReaderSession } from '@sigill/sdk/portal';
import { PublicCallError, readerOpen, readerState } from '@sigill/sdk/public';
import { useEffect, useReducer } from 'react';
import { followSession, isEnd, pollingDelay } from '../demo/follow-session';

type Line = 'heard' | 'offline' | 'silent';
export type Seen = { line: Line; session?: ReaderSession; isUnknown?: true };
type See = (news: Partial<Seen>) => void;

/**
 * The session of a token, followed until it ends. Failed calls are retried, and at once when the network is back, so the person
 * need not do anything.
 */
export function useSession(token: string | undefined) {
  const [seen, see] = useReducer((seen: Seen, news: Partial<Seen>): Seen => ({ ...seen, ...news }), { line: 'heard' });
  const [turn, startOver] = useReducer((turn: number) => turn + 1, 0);

  useEffect(() => {
    const stop = new AbortController();
    addEventListener('online', startOver, { signal: stop.signal });
    addEventListener('offline', () => see({ line: 'offline' }), { signal: stop.signal });
    return () => stop.abort();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn polls again, without waiting for the next poll.
  useEffect(() => {
    if (!token) return;
    const controller = new AbortController();
    follow(token, see, controller.signal).catch(() => {
      // Aborted, because the page follows another session or has been left.
    });
    return () => controller.abort();
  }, [token, turn]);

  return { ...seen, setSession: (session: ReaderSession) => see({ session }), lookAgain: startOver };
}

async function follow(token: string, see: See, signal: AbortSignal): Promise<void> {
  const onRetry = () => see({ line: lineNow() });
  const first = await look(token, see, signal);
  if (!first || isEnd(first.state)) return;
  await followSession({
    state: first.state,
    signal,
    onState(state) {
      if (!isEnd(state)) see({ session: { ...first, state } });
    },
    onFailure: onRetry,
    ask: async (signal) => {
      const { state } = await readerState({ token }, { signal, onRetry });
      see({ line: 'heard' });
      return state;
    },
  });
  // Opens the session again, because its state does not include the reason.
  await look(token, see, signal);
}

/** Undefined when the token belongs to no session. */
async function look(token: string, see: See, signal: AbortSignal): Promise<ReaderSession | undefined> {
  const onRetry = () => see({ line: lineNow() });
  for (let attempt = 0; ; attempt++) {
    try {
      const session = await readerOpen({ token }, { signal, onRetry });
      see({ session, line: 'heard' });
      return session;
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error)) {
        see({ isUnknown: true, line: 'heard' });
        return undefined;
      }
      onRetry();
      await new Promise((resolve) => setTimeout(resolve, pollingDelay(attempt)));
      signal.throwIfAborted();
    }
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof PublicCallError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429;

export const lineNow = (): 'silent' | 'offline' => (navigator.onLine ? 'silent' : 'offline');
