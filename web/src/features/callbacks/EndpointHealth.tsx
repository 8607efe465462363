import { Trans, useLingui } from '@lingui/react/macro';
import type { CallbackHost } from '@sigill/sdk/portal';
import { callbackHealthOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { attemptFailureIn } from '../../../../openapi/facts/attempt-failures';
import { StateMark } from '../../ui/Badge';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';

export function EndpointHealth() {
  const { t } = useLingui();
  const { hosts } = useSuspenseQuery(callbackHealthOptions()).data;
  if (hosts.length === 0) return <p>{t`No callbacks sent in the last 7 days.`}</p>;
  return (
    <Table caption={t`Callbacks by host`} stacked="tablet">
      <Headings
        names={[
          t`Host`,
          { end: t`Delivered` },
          { end: t`On first attempt` },
          { end: t`Failed` },
          { end: t`Waiting` },
          { end: t`Response time` },
          t`Last failure`,
        ]}
      />
      <tbody>
        {hosts.map((host) => (
          <Host key={host.host} {...host} />
        ))}
      </tbody>
    </Table>
  );
}

function Host({ host, failing_since, last_failure, ...counts }: CallbackHost) {
  const { t, i18n } = useLingui();
  const { delivered, delivered_at_first, failed, waiting, median_ms } = counts;
  const ended = delivered + failed;
  const share = (part: number) =>
    ended === 0 ? '–' : i18n.number(part / ended, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <tr>
      <Td className="max-xl:col-span-2">
        <span translate="no" className="block font-mono wrap-anywhere">
          {host}
        </span>
        <StateMark tone={failing_since ? 'bad' : 'good'}>
          {failing_since ? (
            <span>
              <Trans>
                Failing since <Time value={failing_since} />
              </Trans>
            </span>
          ) : (
            t`Healthy`
          )}
        </StateMark>
      </Td>
      <Figure name={t`Delivered`}>
        {share(delivered)} <span className="text-muted">({i18n.number(delivered)})</span>
      </Figure>
      <Figure name={t`On first attempt`}>{share(delivered_at_first)}</Figure>
      <Figure name={t`Failed`}>{i18n.number(failed)}</Figure>
      <Figure name={t`Waiting`}>{i18n.number(waiting)}</Figure>
      <Figure name={t`Response time`}>
        {median_ms === undefined ? '–' : i18n.number(median_ms, { style: 'unit', unit: 'millisecond' })}
      </Figure>
      <Td {...(last_failure && { 'data-name': t`Last failure` })} className="max-xl:col-span-2">
        {last_failure && (
          <>
            <span className="whitespace-nowrap">
              <Time value={last_failure.created} />
            </span>
            <span className="block text-muted">
              {last_failure.status_code ? (
                <Trans>Status {last_failure.status_code}</Trans>
              ) : (
                attemptFailureIn(i18n.locale, last_failure.error ?? '')
              )}
            </span>
          </>
        )}
      </Td>
    </tr>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <Td data-name={name} className="text-right whitespace-nowrap max-xl:col-span-2 max-xl:text-left">
    {children}
  </Td>
);
