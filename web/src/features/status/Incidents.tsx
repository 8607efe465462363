import { Trans, useLingui } from '@lingui/react/macro';
import type { Incident } from '../../../../openapi/facts/status.ts';
import { usePageLocale } from '../coverage/use-page-locale';
import { useComponentName } from './status-looks';

export function Incidents({ incidents, open = false }: { incidents: Incident[]; open?: boolean }) {
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
