import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Status } from '../../../../openapi/facts/status.ts';
import { fetchFile } from '../../api/service-files';
import { ComponentRow } from './ComponentRow';
import { Incidents } from './Incidents';
import { Verdict } from './Verdict';

export function StatusOverview() {
  const known = useStatus();
  if (!known) return <Awaited />;
  const { found, silent } = known;
  const incidents = found?.incidents ?? [];
  const open = incidents.filter(({ closed }) => closed === undefined);
  return (
    <>
      <Verdict state={silent ? 'silent' : (found?.state ?? 'silent')} as_of={found?.as_of} />
      {open.length > 0 && <Incidents incidents={open} open />}
      {found && (
        <ul className="mt-12 border-t border-hairline">
          {found.components.map((component) => (
            <ComponentRow key={component.name} component={component} today={found.as_of.slice(0, 10)} />
          ))}
        </ul>
      )}
      {found?.incidents && <Incidents incidents={incidents.filter(({ closed }) => closed !== undefined)} />}
    </>
  );
}

/** Placeholders for the verdict and the components, so that nothing moves. The app's skeleton would pull in app code. */
function Awaited() {
  const { t } = useLingui();
  return (
    <div role="status" className="skeleton">
      <span className="sr-only">{t`Loading`}</span>
      <div aria-hidden="true">
        <div className="h-22 max-w-96 rounded-sm bg-hairline" />
        <div className="mt-12 border-t border-hairline">
          {[0, 1, 2, 3, 4, 5, 6].map((row) => (
            <div key={row} className="grid gap-x-16 gap-y-4 border-b border-hairline py-6 lg:grid-cols-[1fr_2fr]">
              <div className="h-12 max-w-40 rounded-sm bg-hairline" />
              <div className="h-13 rounded-sm bg-hairline" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

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
