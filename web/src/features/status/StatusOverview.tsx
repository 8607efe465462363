import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Incident, Status } from '../../../../openapi/facts/status.ts';
import { fetchFile } from '../../api/service-files';
import { usePageLocale } from '../coverage/use-page-locale';
import { ComponentRow } from './ComponentRow';
import { marks, type Seen, tones, useComponentName } from './status-looks';

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

/** Separate placeholders, because the app's skeleton would load app code. */
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

/** `found` is the service's last response. It stays when the service stops responding, and `silent` becomes true. */
type Known = { found?: Status; silent: boolean };

function useStatus(): Known | undefined {
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
    document.addEventListener('visibilitychange', askIfSeen, { signal });
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, []);
  return known;
}

/** The service responds to this even when much of it is down. */
async function readStatus(signal: AbortSignal): Promise<Status> {
  const response = await fetchFile('/status.json', { credentials: 'omit', cache: 'no-store', signal });
  return (await response.json()) as Status;
}

type Props = { state: Seen; as_of?: string | undefined };

function Verdict({ state, as_of }: Props) {
  const { t } = useLingui();
  const words: Record<Seen, string> = {
    operational: t`All systems operational`,
    degraded: t`Some systems degraded`,
    down: t`Some systems down`,
    silent: t`The service is not responding`,
  };
  return (
    <div role="status" className="flex items-start gap-4 sm:gap-5">
      <svg
        viewBox="0 0 40 40"
        aria-hidden="true"
        className={`size-11 shrink-0 ${tones[state]}`}
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <circle cx="20" cy="20" r="18.5" strokeWidth="1" strokeDasharray={state === 'silent' ? '2 3' : undefined} />
        <path d={marks[state]} strokeWidth="2" />
      </svg>
      <div>
        <p className={`display text-2xl ${tones[state]}`}>{words[state]}</p>
        <p className="mt-1 text-sm text-muted">
          <AsOf state={state} as_of={as_of} />
        </p>
      </div>
    </div>
  );
}

function AsOf({ state, as_of }: Props) {
  const { t, i18n } = useLingui();
  const shown =
    as_of !== undefined &&
    i18n.date(as_of, { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' });
  if (state !== 'silent') return shown && t`Measured at ${shown}. Updated every 30 seconds.`;
  if (!shown) return t`Checking again every 30 seconds.`;
  return t`The status below is from ${shown}. Checking again every 30 seconds.`;
}

function Incidents({ incidents, open = false }: { incidents: Incident[]; open?: boolean }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby={open ? 'now' : 'past'} className={open ? 'mt-10' : 'mt-16'}>
      <h2 id={open ? 'now' : 'past'} className={open ? 'sr-only' : 'display text-2xl'}>
        {open ? <Trans>Now</Trans> : <Trans>Past incidents</Trans>}
      </h2>
      {!open && incidents.length === 0 && (
        <p className="mt-2 text-muted">{t`No incidents reported in the last 90 days.`}</p>
      )}
      <ul className="space-y-6">
        {incidents.map((incident) => (
          <li key={incident.id} className={open ? 'border-s-2 border-warning ps-5' : 'mt-6'}>
            <Notes incident={incident} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notes({ incident: { component, closed, notes } }: { incident: Incident }) {
  const locale = usePageLocale();
  const nameOf = useComponentName();
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        {component && <span className="font-medium">{nameOf(component)}</span>}
        <span className={`text-sm ${closed ? 'text-accent' : 'text-warning'}`}>
          {closed ? <Trans>Resolved</Trans> : <Trans>Open</Trans>}
        </span>
      </p>
      <ol className="mt-2 space-y-2">
        {notes.map((note) => (
          <li key={note.created} className="grid gap-x-6 sm:grid-cols-[11rem_1fr]">
            <time dateTime={note.created} className="text-sm leading-7 text-muted">
              {moments.format(new Date(note.created))}
            </time>
            <span className="measure">{note[locale]}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
