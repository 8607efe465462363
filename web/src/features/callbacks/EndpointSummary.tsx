import type { AccountEndpoint } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { DeliveryDays } from './DeliveryDays';
import { EndpointState } from './EndpointState';
import { EventNames } from './EventNames';
import { useEndpointHost } from './endpoint-host';

type Props = { endpoint: AccountEndpoint; url?: ReactNode; children?: ReactNode };

/** An endpoint and its health in two columns of a grid, for the list of endpoints and for its own page. */
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
