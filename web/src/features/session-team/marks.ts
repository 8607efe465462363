import type { SessionMarkSetResponse } from '@sigill/sdk/portal';
import { sessionMarkGetOptions } from '@sigill/sdk/portal/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

export type SessionMark = SessionMarkSetResponse;
export type Marks = ReadonlyMap<number, SessionMark>;

/** The marks of the sessions that need a look, by session. */
export function useMarks(sessions: { id: number }[]): Marks {
  const { data } = useQuery({
    ...sessionMarkGetOptions({ session_ids: sessions.map(({ id }) => id) }),
    enabled: sessions.length > 0,
    placeholderData: (before) => before,
  });
  return useMemo(() => new Map(data?.marks.map((mark) => [mark.session_id, mark])), [data]);
}

/** Reads the marks again, and the lists and counts that depend on them. */
export function useRefreshMarks(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => /^session(_mark\.get|\.list|\.count)$/.test(String(queryKey[0])),
    });
}
