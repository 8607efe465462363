import { Trans, useLingui } from '@lingui/react/macro';
import type { CallbackHost } from '@sigill/sdk/portal';
import { callbackHealthOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { attemptFailureIn } from '../../../../openapi/facts/attempt-failures';
import { StateMark } from '../../ui/Badge';
import { Time } from '../../ui/Time';
import { DeliveryDays } from './DeliveryDays';
import { FailingSince } from './EndpointSummary';

export function EndpointHealth() {
  const { t } = useLingui();
  const { since, hosts } = useSuspenseQuery(callbackHealthOptions()).data;
  if (hosts.length === 0) return <p>{t`No callbacks sent in the last 7 days.`}</p>;
  return (
    <ul aria-label={t`Callbacks by host`} className="divide-y divide-hairline border-y border-hairline">
      {hosts.map((host) => (
        <li key={host.host} className="grid gap-x-8 gap-y-4 py-5 sm:grid-cols-[1fr_auto]">
          <Host {...host} />
          <DeliveryDays since={since} host={host} />
        </li>
      ))}
    </ul>
  );
}

function Host({ host, failing_since, last_failure, ...counts }: CallbackHost) {
  const { t, i18n } = useLingui();
  const { delivered, delivered_at_first, failed, waiting, median_ms } = counts;
  const ended = delivered + failed;
  const first = i18n.number(ended === 0 ? 0 : delivered_at_first / ended, {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  const figures = [
    ended > 0 && t`${first} on first attempt`,
    median_ms !== undefined && t`responds in ${i18n.number(median_ms, { style: 'unit', unit: 'millisecond' })}`,
    failed > 0 && t`${i18n.number(failed)} failed`,
    // Before any event has been delivered or has failed, DeliveryDays shows this number instead.
    waiting > 0 && ended > 0 && t`${i18n.number(waiting)} waiting`,
  ];
  return (
    <div className="min-w-0 space-y-2 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        {/* On a phone the state is always below the host, because whether both fit on one line would depend on a font that loads later. */}
        <span translate="no" className="font-mono wrap-anywhere max-sm:w-full">
          {host}
        </span>
        {failing_since ? (
          <FailingSince time={failing_since} />
        ) : (
          <StateMark tone={ended > 0 ? 'good' : 'progress'}>{ended > 0 ? t`Healthy` : t`Pending`}</StateMark>
        )}
      </p>
      <p className="text-muted empty:hidden">{figures.filter(Boolean).join(' · ')}</p>
      {last_failure && (
        <p className="text-muted">
          <Trans>
            Last failure <Time value={last_failure.created} />:
          </Trans>{' '}
          {last_failure.status_code ? (
            <Trans>Status {last_failure.status_code}</Trans>
          ) : (
            attemptFailureIn(i18n.locale, last_failure.error ?? '')
          )}
        </p>
      )}
    </div>
  );
}
