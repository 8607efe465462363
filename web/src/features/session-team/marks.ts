import type { SessionMarkSetResponse } from '@sigill/sdk/portal';
import { sessionMarkGetOptions } from '@sigill/sdk/portal/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

export type SessionMark = SessionMarkSetResponse;
export type Marks = ReadonlyMap<number, SessionMark>;

export type Signs = {
  marks: Marks;
  /** The number of notes, by session. */
  notes: ReadonlyMap<number, number>;
  seenBefore: ReadonlySet<number>;
};

export function useSigns(sessions: { id: number }[]): Signs {
  const { data } = useQuery({
    ...sessionMarkGetOptions({ session_ids: sessions.map(({ id }) => id) }),
    enabled: sessions.length > 0,
    placeholderData: (before) => before,
  });
  return useMemo(
    () => ({
      marks: new Map(data?.marks.map((mark) => [mark.session_id, mark])),
      notes: new Map(data?.notes.map(({ session_id, count }) => [session_id, count])),
      seenBefore: new Set(data?.seen_before),
    }),
    [data],
  );
}

export function useRefreshMarks(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => /^session(_mark\.get|\.list|\.count)$/.test(String(queryKey[0])),
    });
}
