import { Trans, useLingui } from '@lingui/react/macro';
import type { UsageDay } from '@sigill/sdk/portal';
import { type ReactNode, useId } from 'react';
import { roundUp } from './usage-days';

const slot = 10;
const height = 120;

/** One bar for each day, divided by how the sessions ended. The table below the chart has the numbers. */
export function UsageChart({ days }: { days: UsageDay[] }) {
  const { t, i18n } = useLingui();
  const hatch = useId();
  const top = roundUp(
    Math.max(...days.map(({ approved, rejected, failed, created }) => Math.max(approved + rejected + failed, created))),
  );
  const width = days.length * slot;
  const length = (count: number) => (count / top) * height;
  const [first, last] = [days[0], days.at(-1)];
  const dayOf = (day: UsageDay | undefined) =>
    day && i18n.date(`${day.date}T00:00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (
    <figure className="space-y-3">
      <div className="flex gap-3">
        <div
          aria-hidden="true"
          className="flex h-40 flex-col justify-between text-right font-mono text-micro text-muted"
        >
          <span>{i18n.number(top)}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 grow">
          <svg
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={t`Sessions by day. The table below has the numbers.`}
            className="block h-40 w-full border-y border-hairline"
          >
            <defs>
              <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <path d="M0 0V4" strokeWidth="3" className="stroke-danger" />
              </pattern>
            </defs>
            <path d={`M0 ${height / 2}H${width}`} className="stroke-hairline" vectorEffect="non-scaling-stroke" />
            {days.map(({ date, created, approved, rejected, failed }, index) => {
              const open = Math.max(0, created - approved - rejected - failed);
              const bars = [
                { name: 'approved', count: approved, look: { className: 'fill-accent' } },
                { name: 'rejected', count: rejected, look: { fill: `url(#${hatch})` } },
                { name: 'failed', count: failed, look: { className: 'fill-muted' } },
                { name: 'open', count: open, look: { className: 'fill-hairline' } },
              ];
              let floor = height;
              return (
                <g key={date}>
                  {bars.map(({ name, count, look }) => {
                    floor -= length(count);
                    return (
                      count > 0 && (
                        <rect
                          key={name}
                          x={index * slot + 1.5}
                          y={floor}
                          width={slot - 3}
                          height={length(count)}
                          {...look}
                        />
                      )
                    );
                  })}
                </g>
              );
            })}
          </svg>
          <p aria-hidden="true" className="mt-1 flex justify-between font-mono text-micro text-muted">
            <span>{dayOf(first)}</span>
            <span>{dayOf(last)}</span>
          </p>
        </div>
      </div>
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        <Key className="fill-accent">
          <Trans>Approved</Trans>
        </Key>
        <Key fill={`url(#${hatch})`}>
          <Trans>Rejected</Trans>
        </Key>
        <Key className="fill-muted">
          <Trans>Failed</Trans>
        </Key>
        <Key className="fill-hairline">
          <Trans>Open or cancelled</Trans>
        </Key>
      </figcaption>
    </figure>
  );
}

const Key = ({ children, ...look }: { className?: string; fill?: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3">
      <rect width="12" height="12" rx="1.5" {...look} />
    </svg>
    {children}
  </span>
);
