import { useLingui } from '@lingui/react/macro';
import { marks, type Seen, tones } from './status-looks';

type Props = { state: Seen; as_of?: string | undefined };

export function Verdict({ state, as_of }: Props) {
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

/** In the reader's time zone, which it names. */
function AsOf({ state, as_of }: Props) {
  const { t, i18n } = useLingui();
  const shown =
    as_of !== undefined &&
    i18n.date(as_of, { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' });
  if (state !== 'silent') return shown && t`Measured at ${shown}. Updated every 30 seconds.`;
  if (!shown) return t`Checking again every 30 seconds.`;
  return t`The status below is from ${shown}. Checking again every 30 seconds.`;
}
