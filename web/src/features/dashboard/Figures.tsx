import { Trans, useLingui } from '@lingui/react/macro';
import type { Overview, OverviewFigures } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';

type Figure = { name: string; note?: ReactNode; of: (figures: OverviewFigures) => string | undefined };

export function Figures({ current, previous }: Pick<Overview, 'current' | 'previous'>) {
  const { t, i18n } = useLingui();
  const percent = (value: number) => i18n.number(value, { style: 'percent', maximumFractionDigits: value < 1 ? 1 : 0 });
  const share = (part: number, whole: number) => (whole > 0 ? percent(part / whole) : undefined);
  const duration = (seconds: number) => i18n.number(...durationOf(seconds));
  const figures: Figure[] = [
    { name: t`Sessions`, of: ({ created }) => i18n.number(created) },
    {
      name: t`Approval rate`,
      note: t`of documents read`,
      of: ({ approved, rejected }) => share(approved, approved + rejected),
    },
    { name: t`Conversion`, note: t`of links created`, of: ({ approved, created }) => share(approved, created) },
    {
      name: t`Median time`,
      note:
        current.p90_seconds === undefined ? (
          t`from link to result`
        ) : (
          <Trans>from link to result; 90% within {duration(current.p90_seconds)}</Trans>
        ),
      of: ({ median_seconds }) => (median_seconds === undefined ? undefined : duration(median_seconds)),
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-8 xl:grid-cols-4">
      {figures.map(({ name, note, of }) => {
        const before = previous.created > 0 && of(previous);
        return (
          <div key={name} className="min-w-0 border-t border-ink pt-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd>
              <span className="display block text-3xl tabular-nums">{of(current) ?? '–'}</span>
              {note && <span className="mt-1 block text-xs text-muted">{note}</span>}
              {before && (
                <span className="mt-1 block text-xs text-muted">
                  <Trans>{before} in the previous period</Trans>
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function durationOf(seconds: number): [value: number, format: Intl.NumberFormatOptions] {
  const inUnit = (unit: string) => ({ style: 'unit', unit, unitDisplay: 'short' }) as const;
  if (seconds < 600) return [seconds, inUnit('second')];
  if (seconds < 3600 * 3) return [Math.round(seconds / 60), inUnit('minute')];
  return [Math.round(seconds / 360) / 10, inUnit('hour')];
}
