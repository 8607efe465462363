import type { TrustOverview } from '@sigill/sdk/portal';
import { trustGet } from '@sigill/sdk/public';
import { useCallback, useEffect, useState } from 'react';

export type Trust = { found?: TrustOverview; failed?: true };

/** The service's trust store, as of when the page was opened. */
export function useTrust(): Trust & { tryAgain: () => void } {
  const [trust, setTrust] = useState<Trust>({});
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setTrust({});
    trustGet({}, { signal }).then(
      (found) => !signal.aborted && setTrust({ found }),
      () => !signal.aborted && setTrust({ failed: true }),
    );
    return () => controller.abort();
  }, [attempt]);

  const tryAgain = useCallback(() => setAttempt((attempt) => attempt + 1), []);
  return { ...trust, tryAgain };
}
