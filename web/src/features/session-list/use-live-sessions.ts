import type { SessionListItem, SessionState } from '@sigill/sdk/portal';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isEnd, longest_delay_ms, pollingDelay } from '../demo/follow-session';
import { listOptions } from './list-options';
import type { ListedParams } from './session-search';

const FIRST_MS = 4_000;

/**
 * A page of the list that stays up to date. Rows change in place. New ones wait until they are requested, so that nothing moves
 * under the pointer. Polls less and less often while nothing changes, and not at all in a hidden tab.
 */
export function useLiveSessions(params: ListedParams) {
  const queryClient = useQueryClient();
  const options = listOptions(params);
  const shown = useSuspenseQuery(options).data;
  const looks = useRef(0);
  const { data: latest } = useQuery({
    queryKey: [...options.queryKey, 'latest'] as readonly unknown[],
    queryFn: options.queryFn,
    initialData: shown,
    staleTime: FIRST_MS,
    refetchInterval: ({ state }) =>
      state.data?.sessions.some((session) => !isEnd(session.state))
        ? pollingDelay(looks.current, FIRST_MS)
        : longest_delay_ms,
  });
  const [changed, setChanged] = useState<SessionListItem[]>([]);
  const before = useRef(new Map<number, SessionState>());

  useEffect(() => {
    const moved = latest.sessions.filter(({ id, state }) => (before.current.get(id) ?? state) !== state);
    before.current = new Map(latest.sessions.map(({ id, state }) => [id, state]));
    looks.current = moved.length > 0 ? 0 : looks.current + 1;
    if (moved.length > 0) setChanged(moved);
  }, [latest]);

  const byId = new Map(latest.sessions.map((session) => [session.id, session]));
  const known = new Set(shown.sessions.map(({ id }) => id));
  const [newest] = shown.sessions;
  // A row is new only if it was also created later, because the list may be sorted by reference, and the page may not be the first.
  const fresh = latest.sessions.filter(({ id, created }) => !known.has(id) && (!newest || created >= newest.created));
  return {
    sessions: shown.sessions.map((session) => byId.get(session.id) ?? session),
    next_cursor: shown.next_cursor,
    fresh: params.cursor ? 0 : fresh.length,
    showFresh: () => queryClient.setQueryData(options.queryKey, latest),
    changed,
  };
}
