import { useLingui } from '@lingui/react/macro';
import type { OverviewDay } from '@sigill/sdk/portal';
import { useId, useState } from 'react';
import { Lines } from '../../ui/Hatching';
import { Numbers } from './chart-parts';
import { daysUntil, roundUp } from './overview-days';

type Props = { today: string; length: number; days: OverviewDay[] };

export function DayChart({ today, length, days: mentioned }: Props) {
  const { t, i18n } = useLingui();
  const days = daysUntil(today, length, mentioned);
  const [pointed, point] = useState<string>();
  const dayOf = (
    day: OverviewDay | undefined,
    style: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' },
  ) => day && i18n.date(`${day.date}T00:00:00Z`, { ...style, timeZone: 'UTC' });
  const shown = days.find(({ date }) => date === pointed);
  const columns: [keyof OverviewDay, string][] = [
    ['created', t`Created`],
    ['opened', t`Opened`],
    ['initiated', t`Started`],
    ['completed', t`Read`],
    ['approved', t`Approved`],
    ['rejected', t`Rejected`],
    ['failed', t`Failed`],
    ['aborted', t`Cancelled`],
  ];
  return (
    <figure>
      <Bars days={days} pointed={pointed} point={point} />
      <p aria-hidden="true" className="mt-1 flex justify-between pl-10 font-mono text-micro text-muted">
        <span>{dayOf(days[0])}</span>
        <span>{dayOf(days.at(-1))}</span>
      </p>
      <figcaption className="mt-3 flex min-h-5 flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        <Key look="approved" name={t`Approved`} count={shown?.approved} />
        <Key look="rejected" name={t`Rejected`} count={shown?.rejected} />
        <Key look="failed" name={t`Failed`} count={shown?.failed} />
        <Key look="open" name={t`Open or cancelled`} count={shown && openOf(shown)} />
        <span aria-hidden="true" className="ml-auto font-mono text-micro text-ink">
          {dayOf(shown, { dateStyle: 'medium' })}
        </span>
      </figcaption>
      <Numbers
        caption={t`Sessions by day`}
        headings={[t`Day (UTC)`, ...columns.map(([, name]) => name)]}
        rows={mentioned.toReversed().map((day) => ({
          key: day.date,
          name: dayOf(day, { dateStyle: 'medium' }),
          values: columns.map(([count]) => day[count]),
        }))}
      />
    </figure>
  );
}

const openOf = ({ created, approved, rejected, failed }: OverviewDay) =>
  Math.max(0, created - approved - rejected - failed);

type BarsProps = { days: OverviewDay[]; pointed: string | undefined; point: (date?: string) => void };

function Bars({ days, pointed, point }: BarsProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const top = roundUp(Math.max(...days.map(({ created }) => created)));
  const slot = 100 / days.length;
  return (
    <div className="flex gap-3">
      <div
        aria-hidden="true"
        className="flex h-48 w-7 shrink-0 flex-col justify-between text-right font-mono text-micro leading-none text-muted"
      >
        <span>{i18n.number(top, { notation: 'compact' })}</span>
        <span>{top > 1 && i18n.number(top / 2, { notation: 'compact' })}</span>
        <span>0</span>
      </div>
      <div className="min-w-0 grow" onPointerLeave={() => point()}>
        <svg role="img" aria-label={t`Sessions by day. The table below has the numbers.`} className="block h-48 w-full">
          <Looks id={id} />
          {['0%', '50%', '100%'].map((y) => (
            <line key={y} x1="0" x2="100%" y1={y} y2={y} className="stroke-hairline" />
          ))}
          {days.map((day, at) => (
            <g key={day.date} onPointerEnter={() => point(day.date)}>
              <rect
                x={`${at * slot}%`}
                width={`${slot}%`}
                height="100%"
                className={day.date === pointed ? 'fill-accent-wash' : 'fill-transparent'}
              />
              <Stack day={day} top={top} x={at * slot} slot={slot} id={id} />
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}

type Look = 'approved' | 'rejected' | 'failed' | 'open';

const Looks = ({ id }: { id: string }) => (
  <defs>
    <g className="text-danger">
      <Lines id={`${id}rejected`} look="bad" />
    </g>
    <g className="text-muted">
      <Lines id={`${id}failed`} look="quiet" />
    </g>
  </defs>
);

const fillOf = (look: Look, id: string) => {
  if (look === 'approved') return { className: 'fill-accent' };
  if (look === 'open') return { className: 'fill-paper stroke-edge', strokeDasharray: '2 2' };
  return { fill: `url(#${id}${look})`, className: look === 'rejected' ? 'stroke-danger' : 'stroke-muted' };
};

function Stack({ day, top, x, slot, id }: { day: OverviewDay; top: number; x: number; slot: number; id: string }) {
  const parts: [Look, number][] = [
    ['approved', day.approved],
    ['rejected', day.rejected],
    ['failed', day.failed],
    ['open', openOf(day)],
  ];
  const gap = slot * 0.18;
  let floor = 100;
  return (
    <>
      {parts.map(([look, count]) => {
        const height = (count / top) * 100;
        floor -= height;
        return (
          count > 0 && (
            <rect
              key={look}
              x={`${x + gap}%`}
              y={`${floor}%`}
              width={`${slot - 2 * gap}%`}
              height={`${height}%`}
              strokeWidth="0.75"
              {...fillOf(look, id)}
            />
          )
        );
      })}
    </>
  );
}

function Key({ look, name, count }: { look: Look; name: string; count: number | undefined }) {
  const { i18n } = useLingui();
  const id = useId();
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3">
        <Looks id={id} />
        <rect x="0.5" y="0.5" width="11" height="11" strokeWidth="0.75" {...fillOf(look, id)} />
      </svg>
      {name}
      {count !== undefined && <span className="font-medium text-ink tabular-nums">{i18n.number(count)}</span>}
    </span>
  );
}
