import { useLingui } from '@lingui/react/macro';
import { callbackEndpointListOptions, callbackHealthOptions } from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CallbackTabs } from '../../../features/callbacks/CallbackTabs';
import { Endpoints } from '../../../features/callbacks/Endpoints';
import { endpointPage } from '../../../features/callbacks/endpoint-host';
import { Load } from '../../../features/loading/Load';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/callback-endpoints')({
  loader: ({ context }) => context.prefetch(callbackEndpointListOptions(endpointPage), callbackHealthOptions()),
  component: CallbackEndpoints,
});

function CallbackEndpoints() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Callback endpoints`}
      lead={t`URLs that receive the events of every session, besides its own callback URL.`}
    >
      <CallbackTabs />
      <Load lines={8}>
        <Endpoints />
      </Load>
    </Page>
  );
}
