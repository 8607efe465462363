import { useEffect, useState } from 'react';
import type { Status } from '../../../../openapi/facts/status.ts';
import { fetchFile } from '../../api/service-files';

const EVERY_MS = 30_000;

/** `found` is what the service said last. It stays when the service no longer answers: then `silent` is true. */
export type Known = { found?: Status; silent: boolean };

/** How the service is, asked again and again while somebody looks. Undefined before the first answer. */
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

/** The service answers this also when much of it is down. */
async function readStatus(signal: AbortSignal): Promise<Status> {
  const response = await fetchFile('/status.json', { credentials: 'omit', cache: 'no-store', signal });
  return (await response.json()) as Status;
}
