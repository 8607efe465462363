import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { marks, type Seen, tones } from './status-looks';

export function Verdict({ state, as_of }: { state: Seen; as_of?: string | undefined }) {
  const words: Record<Seen, ReactNode> = {
    operational: <Trans>All systems operational</Trans>,
    degraded: <Trans>Some systems degraded</Trans>,
    down: <Trans>Some systems down</Trans>,
    silent: <Trans>The service is not responding</Trans>,
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
          {state === 'silent' ? <Silence as_of={as_of} /> : as_of && <Moment as_of={as_of} />}
        </p>
      </div>
    </div>
  );
}

function Silence({ as_of }: { as_of?: string | undefined }) {
  const shown = useMoment(as_of);
  if (!shown) return <Trans>Checking again every 30 seconds.</Trans>;
  return <Trans>The status below is from {shown}. Checking again every 30 seconds.</Trans>;
}

function Moment({ as_of }: { as_of: string }) {
  const shown = useMoment(as_of);
  return <Trans>Measured at {shown}. Updated every 30 seconds.</Trans>;
}

/** In the reader's time zone, which it names. */
function useMoment(at: string | undefined): string | undefined {
  const { i18n } = useLingui();
  if (at === undefined) return undefined;
  return new Intl.DateTimeFormat(i18n.locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at));
}
