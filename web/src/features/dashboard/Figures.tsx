import { Trans, useLingui } from '@lingui/react/macro';
import type { Overview, OverviewFigures } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';

export function Figures({ current, previous }: Pick<Overview, 'current' | 'previous'>) {
  const { t, i18n } = useLingui();
  const count = (value: number) => i18n.number(value);
  const percent = (value: number | undefined) =>
    value === undefined ? '–' : i18n.number(value, { style: 'percent', maximumFractionDigits: value < 1 ? 1 : 0 });
  const duration = (seconds: number | undefined) => {
    if (seconds === undefined) return '–';
    const { value, unit } = durationOf(seconds);
    return i18n.number(value, { style: 'unit', unit, unitDisplay: 'short' });
  };
  const conversion = ({ approved, created }: OverviewFigures) => share(approved, created);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-8 xl:grid-cols-4">
      <Figure
        name={t`Sessions`}
        value={count(current.created)}
        before={count(previous.created)}
        known={previous.created > 0}
      />
      <Figure
        name={t`Approval rate`}
        value={percent(approvalRate(current))}
        before={percent(approvalRate(previous))}
        known={approvalRate(previous) !== undefined}
        note={t`of documents read`}
      />
      <Figure
        name={t`Conversion`}
        value={percent(conversion(current))}
        before={percent(conversion(previous))}
        known={previous.created > 0}
        note={t`of links created`}
      />
      <Figure
        name={t`Median time`}
        value={duration(current.median_seconds)}
        before={duration(previous.median_seconds)}
        known={previous.median_seconds !== undefined}
        note={
          current.p90_seconds === undefined ? (
            t`from link to result`
          ) : (
            <Trans>from link to result; 90% within {duration(current.p90_seconds)}</Trans>
          )
        }
      />
    </dl>
  );
}

type Props = { name: ReactNode; value: string; before: string; known: boolean; note?: ReactNode };

function Figure({ name, value, before, known, note }: Props) {
  return (
    <div className="min-w-0 border-t border-ink pt-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span className="display block text-3xl tabular-nums">{value}</span>
        {note && <span className="mt-1 block text-xs text-muted">{note}</span>}
        {known && (
          <span className="mt-1 block text-xs text-muted">
            <Trans>{before} in the previous period</Trans>
          </span>
        )}
      </dd>
    </div>
  );
}

/** A share of a whole, or undefined when the whole is zero. */
const share = (part: number, whole: number): number | undefined => (whole > 0 ? part / whole : undefined);

/** The share of documents with a verdict that were approved. */
const approvalRate = ({ approved, rejected }: OverviewFigures) => share(approved, approved + rejected);

/** The best unit for a duration: seconds below ten minutes, then minutes, then hours. */
function durationOf(seconds: number): { value: number; unit: 'second' | 'minute' | 'hour' } {
  if (seconds < 600) return { value: seconds, unit: 'second' };
  if (seconds < 3600 * 3) return { value: Math.round(seconds / 60), unit: 'minute' };
  return { value: Math.round(seconds / 360) / 10, unit: 'hour' };
}
