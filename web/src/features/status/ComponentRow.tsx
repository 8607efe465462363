import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Component, ComponentStatus } from '../../../../openapi/facts/status.ts';
import { type ComponentState, DAYS_SHOWN, type DayShown } from '../../../../openapi/facts/status.ts';
import { usePageLocale } from '../coverage/use-page-locale';
import { TextLink } from '../navigation/LocaleLink';
import { marks, StateWord, tones, useComponentName } from './status-looks';

export function ComponentRow({ component, today }: { component: ComponentStatus; today: string }) {
  const nameOf = useComponentName();
  const { name, state, days } = component;
  return (
    <li
      data-component={name}
      data-state={state}
      className="grid gap-x-16 gap-y-4 border-b border-hairline py-6 lg:grid-cols-[1fr_2fr]"
    >
      <div>
        <div className="flex items-baseline justify-between gap-x-6">
          <h2 className="display text-lg">{nameOf(name)}</h2>
          <span className={`inline-flex items-center gap-2 text-sm whitespace-nowrap ${tones[state]}`}>
            {/* The mark without a ring. The portal's badge is not used, because it would load portal code. */}
            <svg viewBox="11 11 18 18" aria-hidden="true" className="size-3 shrink-0" fill="none" stroke="currentColor">
              <path d={marks[state]} strokeWidth="2.5" />
            </svg>
            <StateWord state={state} />
          </span>
        </div>
        <p className="mt-0.5 measure text-sm text-muted">
          <Task name={name} />{' '}
          <span className="text-ink">
            <Facts component={component} />
          </span>
        </p>
      </div>
      {days && <Days days={days} today={today} />}
    </li>
  );
}

function Task({ name }: { name: Component }) {
  const tasks: Record<Component, ReactNode> = {
    api: <Trans>API calls, the portal and the page a person opens.</Trans>,
    verification: <Trans>Chip readings get their results.</Trans>,
    callbacks: <Trans>Events are sent to your server.</Trans>,
    mail: <Trans>Codes, invitations and notices are sent.</Trans>,
    cards: <Trans>The card provider responds.</Trans>,
    trust: (
      <Trans>
        The States’ <TextLink to="/trust">certificate lists</TextLink> are loaded and current.
      </Trans>
    ),
    database: <Trans>Data is stored before it is acknowledged.</Trans>,
  };
  return tasks[name];
}

function Facts({ component: { response_ms, delay_seconds, age_days } }: { component: ComponentStatus }) {
  const { t, i18n } = useLingui();
  if (response_ms !== undefined) {
    const shown = i18n.number(response_ms, { style: 'unit', unit: 'millisecond' });
    return t`Median response time: ${shown}.`;
  }
  if (delay_seconds !== undefined)
    return (
      <Plural
        value={Math.ceil(delay_seconds / 60)}
        one="The oldest has been waiting for # minute."
        other="The oldest has been waiting for # minutes."
      />
    );
  if (age_days !== undefined)
    return <Plural value={age_days} one="The oldest list is # day old." other="The oldest list is # days old." />;
  return null;
}

const DAY_MS = 86_400_000;
const HEIGHT = 12;
/** The better the day, the higher its bar, because colour must not be the only cue. A day without measurements is a dot. */
const heights: Record<ComponentState | 'unknown', number> = { operational: HEIGHT, degraded: 7, down: 3.5, unknown: 1 };
const fills: Record<ComponentState | 'unknown', string> = {
  operational: 'fill-accent opacity-70',
  degraded: 'fill-warning',
  down: 'fill-danger',
  unknown: 'fill-edge',
};

function Days({ days, today }: { days: DayShown[]; today: string }) {
  const { t, i18n } = useLingui();
  const known = new Map(days.map((day) => [day.day, day.state]));
  const first = Date.parse(today) - (DAYS_SHOWN - 1) * DAY_MS;
  const states = Array.from(
    { length: DAYS_SHOWN },
    (_, at) => known.get(new Date(first + at * DAY_MS).toISOString().slice(0, 10)) ?? 'unknown',
  );
  const bad = days.filter(({ state }) => state !== 'operational').toReversed();
  const good = days.length - bad.length;
  return (
    <div>
      <svg
        viewBox={`0 0 ${DAYS_SHOWN} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t`${good} of ${days.length} measured days without issues`}
        className="h-7 w-full"
      >
        {(['unknown', 'operational', 'degraded', 'down'] as const).map((state) => (
          <path key={state} d={barsOf(states, state)} className={fills[state]} />
        ))}
      </svg>
      <div className="mt-2 flex justify-between gap-x-4 text-xs text-muted">
        <span className="max-sm:hidden">{t`${DAYS_SHOWN} days ago`}</span>
        <span>
          <Availability days={days} locale={i18n.locale} />
        </span>
        <span className="max-sm:hidden">{t`Today`}</span>
      </div>
      {bad.length > 0 && <BadDays days={bad} />}
    </div>
  );
}

/** One path for all bars of a state, because a page has seven rows of ninety bars. */
const barsOf = (states: (ComponentState | 'unknown')[], state: ComponentState | 'unknown') =>
  states.map((one, at) => (one === state ? `M${at + 0.15} ${HEIGHT}v${-heights[state]}h.7V${HEIGHT}z` : '')).join('');

function Availability({ days, locale }: { days: DayShown[]; locale: string }) {
  if (days.length === 0) return <Trans>Not measured yet</Trans>;
  const share = days.reduce((sum, { up }) => sum + up, 0) / days.length;
  const shown = formatShare(share, locale);
  return <Plural value={days.length} one={`${shown} on # measured day`} other={`${shown} on # measured days`} />;
}

/** Rounded down, so that 100% means no interruption. */
const formatShare = (share: number, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    Math.floor(share * 10_000 + 1e-6) / 10_000,
  );

function BadDays({ days }: { days: DayShown[] }) {
  const locale = usePageLocale();
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer py-1.5 text-muted hover:text-accent">
        <Plural value={days.length} one="# day with issues" other="# days with issues" />
      </summary>
      <ul className="mt-1 space-y-1">
        {days.map(({ day, state, up }) => (
          <li key={day} className="flex flex-wrap gap-x-6 tabular-nums">
            <span className="w-32">{dates.format(new Date(day))}</span>
            <span className="w-24">
              <StateWord state={state} />
            </span>
            <span className="text-muted">{formatShare(up, locale)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
