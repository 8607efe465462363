import type { VerificationSession } from '@sigill/sdk/portal';
import {
  callbackListQueryKey,
  requestListQueryKey,
  sessionGetOptions,
  sessionTimelineQueryKey,
} from '@sigill/sdk/portal/react-query';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isEnd, pollingDelay } from '../demo/follow-session';

/** A session that is followed to its end. It is polled less and less often while nothing changes, and only in a visible tab. */
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
    for (const queryKey of [sessionTimelineQueryKey({ id }), callbackListQueryKey(), requestListQueryKey()])
      void queryClient.invalidateQueries({ queryKey });
  }, [dataUpdatedAt, state]);
  return session;
}
