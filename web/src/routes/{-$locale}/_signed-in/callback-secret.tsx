import { useLingui } from '@lingui/react/macro';
import { callbackSecretOptions } from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useMayOpen } from '../../../features/app/may-open';
import { CallbackTabs } from '../../../features/callbacks/CallbackTabs';
import { receivers } from '../../../features/callbacks/receivers';
import { SigningSecret } from '../../../features/callbacks/SigningSecret';
import { Load } from '../../../features/loading/Load';
import { RowLink, RowLinks } from '../../../features/navigation/RowLinks';
import { Page } from '../../../features/page/Page';
import { CodeBlock } from '../../../ui/CodeBlock';

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
        <section aria-labelledby="verify" className="min-w-0">
          <h2 id="verify" className="display text-xl">{t`Verify callbacks in your backend`}</h2>
          <p className="mt-3 mb-6 measure text-muted">
            {t`Keep the secret in your backend’s environment, and check the raw body before you parse it.`}
          </p>
          <CodeBlock tabs={receivers} />
        </section>
      </div>
    </Page>
  );
}
