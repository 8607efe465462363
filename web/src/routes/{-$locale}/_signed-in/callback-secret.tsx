import { useLingui } from '@lingui/react/macro';
import { callbackSecretOptions } from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useMayOpen } from '../../../features/app/may-open';
import { CallbackTabs } from '../../../features/callbacks/CallbackTabs';
import { SigningSecret } from '../../../features/callbacks/SigningSecret';
import { VerifyCallbacks } from '../../../features/callbacks/VerifyCallbacks';
import { Load } from '../../../features/loading/Load';
import { RowLink, RowLinks } from '../../../features/navigation/RowLinks';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/callback-secret')({
  loader: ({ context }) => context.prefetch(callbackSecretOptions()),
  component: CallbackSecret,
});

function CallbackSecret() {
  const { t } = useLingui();
  const mayTest = useMayOpen()('/callback-test');
  return (
    <Page
      title={t`Signing secret`}
      lead={t`Each callback is signed with this secret, so your backend can verify that we sent it.`}
    >
      <CallbackTabs />
      <div className="grid gap-x-16 gap-y-12 xl:grid-cols-2">
        <div className="min-w-0 space-y-8">
          <Load lines={3}>
            <SigningSecret />
          </Load>
          <RowLinks>
            {mayTest && <RowLink to="/callback-test">{t`Send a test`}</RowLink>}
            <RowLink to="/integration-guide#callbacks">{t`How to receive and verify callbacks`}</RowLink>
          </RowLinks>
        </div>
        <VerifyCallbacks />
      </div>
    </Page>
  );
}
