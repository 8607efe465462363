import type { SessionState } from '@sigill/sdk/portal';
import { readerOpenOptions } from '@sigill/sdk/portal/react-query';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sigill } from '../../api/client';
import { followSession } from '../demo/follow-session';

/** The session of a token. Its state is followed until it ends. */
export function useSession(token: string) {
  const queryClient = useQueryClient();
  const options = readerOpenOptions({ token });
  const { data: session } = useSuspenseQuery({ ...options, staleTime: Number.POSITIVE_INFINITY });
  const { state: knownState } = session;
  const setState = (state: SessionState) =>
    queryClient.setQueryData(options.queryKey, (session) => session && { ...session, state });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new state starts the polling again, from its shortest delay.
  useEffect(() => {
    const controller = new AbortController();
    followSession({
      state: knownState,
      signal: controller.signal,
      ask: async (signal) => (await sigill.reader.state({ token }, { signal })).state,
      onState: setState,
    }).catch(() => {
      // The visitor has left the page.
    });
    return () => controller.abort();
  }, [token, knownState]);

  return { session, setState };
}
