import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Component, ComponentStatus } from '../../../../openapi/facts/status.ts';
import { TextLink } from '../navigation/LocaleLink';
import { Days } from './Days';
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
            {/* The verdict's mark without its ring. The portal's badge would pull in portal code. */}
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
