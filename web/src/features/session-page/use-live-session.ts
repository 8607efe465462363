import type { CallbackDelivery, VerificationSession } from '@sigill/sdk/portal';
import {
  callbackListOptions,
  callbackListQueryKey,
  requestListQueryKey,
  sessionGetOptions,
  sessionSeenBeforeQueryKey,
  sessionTimelineQueryKey,
} from '@sigill/sdk/portal/react-query';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isEnd, pollingDelay } from '../demo/follow-session';

/** Polls less and less often while nothing changes, and only in a visible tab. */
export function useLiveSession(id: number): VerificationSession {
  const queryClient = useQueryClient();
  const looks = useRef(0);
  const { data: session, dataUpdatedAt } = useSuspenseQuery({
    ...sessionGetOptions({ id }),
    refetchInterval: ({ state }) => (state.data && isEnd(state.data.state) ? false : pollingDelay(looks.current)),
  });
  const { state } = session;
  const before = useRef(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every poll counts, even when it finds no change.
  useEffect(() => {
    looks.current++;
    if (before.current === state) return;
    before.current = state;
    looks.current = 0;
    const parts = [sessionTimelineQueryKey({ id }), sessionSeenBeforeQueryKey({ id })];
    for (const queryKey of [...parts, callbackListQueryKey(), requestListQueryKey()])
      void queryClient.invalidateQueries({ queryKey });
  }, [dataUpdatedAt, state]);
  return session;
}

/** Polls until each callback is delivered or has failed, less and less often while nothing changes. */
export function useLiveCallbacks(session_id: number): CallbackDelivery[] {
  const queryClient = useQueryClient();
  const looks = useRef(0);
  const { data, dataUpdatedAt } = useSuspenseQuery({
    ...callbackListOptions({ session_id }),
    refetchInterval: ({ state }) =>
      (state.data?.callbacks.some((callback) => callback.state === 'PENDING') ?? false) && pollingDelay(looks.current),
  });
  const seen = data.callbacks.map(({ id, state, attempts }) => `${id} ${state} ${attempts}`).join();
  const before = useRef(seen);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every poll counts, even when it finds no change.
  useEffect(() => {
    looks.current++;
    if (before.current === seen) return;
    before.current = seen;
    looks.current = 0;
    void queryClient.invalidateQueries({ queryKey: sessionTimelineQueryKey({ id: session_id }) });
  }, [dataUpdatedAt, seen]);
  return data.callbacks;
}
