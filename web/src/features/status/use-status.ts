import { useEffect, useState } from 'react';
import type { Status } from '../../../../openapi/facts/status.ts';
import { fetchFile } from '../../api/service-files';

const EVERY_MS = 30_000;

/** `found` is the service's last response. It is kept when the service stops responding: then `silent` is true. */
export type Known = { found?: Status; silent: boolean };

/** The status of the service, polled while the page is visible. Undefined before the first response. */
export function useStatus(): Known | undefined {
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = () =>
      readStatus(signal).then(
        (found) => !signal.aborted && setKnown({ found, silent: false }),
        () => !signal.aborted && setKnown((before) => ({ ...before, silent: true })),
      );
    const askIfSeen = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    void ask();
    const timer = setInterval(askIfSeen, EVERY_MS);
    document.addEventListener('visibilitychange', askIfSeen);
    return () => {
      controller.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askIfSeen);
    };
  }, []);
  return known;
}

/** The service responds to this even when much of it is down. */
async function readStatus(signal: AbortSignal): Promise<Status> {
  const response = await fetchFile('/status.json', { credentials: 'omit', cache: 'no-store', signal });
  return (await response.json()) as Status;
}
