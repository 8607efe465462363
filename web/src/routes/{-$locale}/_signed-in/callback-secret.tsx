import { useLingui } from '@lingui/react/macro';
import { callbackSecretOptions } from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CallbackTabs } from '../../../features/callbacks/CallbackTabs';
import { SigningSecret } from '../../../features/callbacks/SigningSecret';
import { Load } from '../../../features/loading/Load';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/callback-secret')({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(callbackSecretOptions()),
  component: CallbackSecret,
});

function CallbackSecret() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Signing secret`}
      lead={t`Each callback is signed with this secret, so your backend can verify that we sent it.`}
    >
      <CallbackTabs />
      <div className="measure">
        <Load lines={3}>
          <SigningSecret />
        </Load>
        <p className="mt-8 text-sm">
          <TextLink to="/integration-guide">{t`How to check a signature`}</TextLink>
        </p>
      </div>
    </Page>
  );
}
