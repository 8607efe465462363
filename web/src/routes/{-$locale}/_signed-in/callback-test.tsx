import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { CallbackTabs } from '../../../features/callbacks/CallbackTabs';
import { CheckSignature } from '../../../features/callbacks/CheckSignature';
import { TestCallback } from '../../../features/callbacks/TestCallback';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/callback-test')({ component: CallbackTest });

function CallbackTest() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Test callbacks`}
      lead={t`Try your receiver with a test event, and find out why it rejects a callback.`}
    >
      <CallbackTabs />
      <div className="space-y-14">
        <section aria-labelledby="test-callback">
          <h2 id="test-callback" className="display mb-1 text-xl">{t`Send a test`}</h2>
          <p className="mb-6 measure text-muted">
            {t`Send any event to any URL. It is signed like real ones and marked test: true. Its session does not exist.`}
          </p>
          <TestCallback />
        </section>
        <section aria-labelledby="check-signature" className="border-t border-hairline pt-8">
          <h2 id="check-signature" className="display mb-1 text-xl">{t`Check a signature`}</h2>
          <p className="mb-6 measure text-muted">
            {t`Paste a callback that your receiver rejected to see why. The check runs in your browser; nothing is sent.`}
          </p>
          <CheckSignature />
        </section>
      </div>
    </Page>
  );
}
