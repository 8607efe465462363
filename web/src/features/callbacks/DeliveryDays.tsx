import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CallbackHost } from '@sigill/sdk/portal';
import { useId } from 'react';
import { Lines } from '../../ui/Hatching';

type DeliveryDay = NonNullable<CallbackHost['days']>[number];

const DAYS = 7;
const DAY_MS = 86_400_000;

const HEIGHT = 32;
const SLOT = 12;
const BAR = 8;

export function DeliveryDays({ since, host }: { since: string; host: CallbackHost | undefined }) {
  const { t, i18n } = useLingui();
  const days = lastDays(since, host?.days ?? []);
  const { delivered = 0, failed = 0, waiting = 0 } = host ?? {};
  const ended = delivered + failed;
  const dayName = (one: DeliveryDay | undefined) =>
    one && i18n.date(`${one.day}T00:00:00Z`, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const share = i18n.number(ended === 0 ? 0 : delivered / ended, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <figure className="w-full sm:w-56">
      <figcaption className="text-xs text-muted">
        {ended === 0 && waiting > 0 && <Plural value={waiting} one="# event waiting" other="# events waiting" />}
        {ended === 0 && waiting === 0 && t`Nothing sent in 7 days`}
        {ended > 0 && (
          <Trans>
            <span className="font-medium text-ink tabular-nums">{share}</span> of{' '}
            <Plural value={ended} one="# event" other="# events" /> delivered
          </Trans>
        )}
      </figcaption>
      {ended > 0 && (
        <>
          <Bars days={days} label={t`Deliveries in the last 7 days`} />
          <p aria-hidden="true" className="flex max-w-56 justify-between text-xs text-muted">
            <span>{dayName(days[0])}</span>
            <span>{dayName(days.at(-1))}</span>
          </p>
        </>
      )}
    </figure>
  );
}

function Bars({ days, label }: { days: DeliveryDay[]; label: string }) {
  const id = useId();
  const { i18n } = useLingui();
  const top = Math.max(1, ...days.map(({ delivered, failed }) => delivered + failed));
  // At least 2 high, so that the bar of a single event stays visible among thousands.
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / top) * HEIGHT));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * SLOT} ${HEIGHT + 1}`}
      className="mt-1.5 block h-9 w-full max-w-56"
      preserveAspectRatio="none"
    >
      <defs>
        <g className="text-danger">
          <Lines id={id} look="bad" />
        </g>
      </defs>
      <rect y={HEIGHT} width={days.length * SLOT} height="1" className="fill-muted" />
      {days.map(({ day, delivered, failed }, at) => {
        const [good, bad] = [heightOf(delivered), heightOf(failed)];
        const x = at * SLOT + (SLOT - BAR) / 2;
        const name = i18n.date(`${day}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
        return (
          <g key={day}>
            <title>{`${name}: ${i18n.number(delivered)} / ${i18n.number(delivered + failed)}`}</title>
            <rect x={x} y={HEIGHT - Math.min(good, HEIGHT - bad)} width={BAR} height={good} className="fill-accent" />
            <rect
              x={x}
              y={HEIGHT - Math.min(good, HEIGHT - bad) - bad}
              width={BAR}
              height={bad}
              strokeWidth={bad > 0 ? 0.75 : 0}
              fill={`url(#${id})`}
              className="stroke-danger"
            />
          </g>
        );
      })}
    </svg>
  );
}

/** Adds days without callbacks, which the service does not list. */
function lastDays(since: string, counted: DeliveryDay[]): DeliveryDay[] {
  const byDay = new Map(counted.map((one) => [one.day, one]));
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(Date.parse(since) + index * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, delivered: 0, failed: 0 };
  });
}
