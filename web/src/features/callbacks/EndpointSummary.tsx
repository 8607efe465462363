import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountEndpoint, CallbackHost, EventType } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { StateMark } from '../../ui/Badge';
import { Time } from '../../ui/Time';
import { DeliveryDays } from './DeliveryDays';
import { useEndpointHost } from './endpoint-host';

type Props = { endpoint: AccountEndpoint; url?: ReactNode; children?: ReactNode };

export function EndpointSummary({ endpoint, url = endpoint.url, children }: Props) {
  const { description, event_types, enabled } = endpoint;
  const { since, host } = useEndpointHost(endpoint.url);
  return (
    <>
      <div className="min-w-0 space-y-2">
        <p translate="no" className="font-mono text-sm wrap-anywhere">
          {url}
        </p>
        {description && <p className="text-sm wrap-anywhere text-muted">{description}</p>}
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <EndpointState enabled={enabled} host={host} />
          <EventNames types={event_types} />
          {children}
        </p>
      </div>
      <DeliveryDays since={since} host={host} />
    </>
  );
}

function EndpointState({ enabled, host }: { enabled: boolean; host: CallbackHost | undefined }) {
  const { t } = useLingui();
  if (!enabled) return <StateMark tone="neutral">{t`Switched off`}</StateMark>;
  if (!host?.failing_since) return <StateMark tone="good">{t`Receiving`}</StateMark>;
  return <FailingSince time={host.failing_since} />;
}

export const FailingSince = ({ time }: { time: string }) => (
  <StateMark tone="bad">
    <span>
      <Trans>
        Failing since <Time value={time} />
      </Trans>
    </span>
  </StateMark>
);

function EventNames({ types }: { types: EventType[] | undefined }) {
  const { t } = useLingui();
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-muted">
      {types ? (
        types.map((type) => (
          <span key={type} translate="no" className="font-mono text-xs leading-5">
            {type}
          </span>
        ))
      ) : (
        <span>{t`All events`}</span>
      )}
    </span>
  );
}
