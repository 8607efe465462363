import { Trans, useLingui } from '@lingui/react/macro';
import type { CallbackHost } from '@sigill/sdk/portal';
import { callbackHealthOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { attemptFailureIn } from '../../../../openapi/facts/attempt-failures';
import { StateMark } from '../../ui/Badge';
import { Table, Td, Th } from '../../ui/Table';
import { Time } from '../../ui/Time';

/** How callbacks arrive at each host, in the last week. Nothing at all while there were none. */
export function EndpointHealth() {
  const { t } = useLingui();
  const { hosts } = useSuspenseQuery(callbackHealthOptions()).data;
  if (hosts.length === 0) return null;
  return (
    <section aria-labelledby="endpoints" className="mb-14">
      <h2 id="endpoints" className="display mb-1 text-xl">
        <Trans>How they arrive</Trans>
      </h2>
      <p className="mb-3 text-sm text-muted">
        <Trans>Callbacks of the last 7 days by host. You get a mail when one fails for half an hour.</Trans>
      </p>
      <Table caption={t`Callbacks by host`} stacked="tablet">
        <thead>
          <tr>
            <Th>
              <Trans>Host</Trans>
            </Th>
            <Th className="text-right">
              <Trans>Delivered</Trans>
            </Th>
            <Th className="text-right">
              <Trans>At the first try</Trans>
            </Th>
            <Th className="text-right">
              <Trans>Failed</Trans>
            </Th>
            <Th className="text-right">
              <Trans>Waiting</Trans>
            </Th>
            <Th className="text-right">
              <Trans>Answer time</Trans>
            </Th>
            <Th>
              <Trans>Last failure</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {hosts.map((host) => (
            <Host key={host.host} {...host} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const number = 'text-right whitespace-nowrap max-lg:text-left';

function Host({ host, failing_since, last_failure, ...counts }: CallbackHost) {
  const { t, i18n } = useLingui();
  const { delivered, delivered_at_first, failed, waiting, median_ms } = counts;
  const ended = delivered + failed;
  const share = (part: number) =>
    ended === 0 ? '–' : i18n.number(part / ended, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <tr>
      <Td className="max-lg:col-span-2">
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
            <Trans>Arriving</Trans>
          )}
        </StateMark>
      </Td>
      <Td data-name={t`Delivered`} className={`max-lg:col-span-2 ${number}`}>
        {share(delivered)} <span className="text-muted">({i18n.number(delivered)})</span>
      </Td>
      <Td data-name={t`At the first try`} className={`max-lg:col-span-2 ${number}`}>
        {share(delivered_at_first)}
      </Td>
      <Td data-name={t`Failed`} className={number}>
        {i18n.number(failed)}
      </Td>
      <Td data-name={t`Waiting`} className={number}>
        {i18n.number(waiting)}
      </Td>
      <Td data-name={t`Answer time`} className={`max-lg:col-span-2 ${number}`}>
        {median_ms === undefined ? '–' : i18n.number(median_ms, { style: 'unit', unit: 'millisecond' })}
      </Td>
      <Td {...(last_failure && { 'data-name': t`Last failure` })} className="max-lg:col-span-2">
        {last_failure && (
          <>
            <Time value={last_failure.created} />
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
