import { Trans, useLingui } from '@lingui/react/macro';
import { Island } from '../islands/Island';
import { SitePage } from '../page/SitePage';
import { Measuring } from './Measuring';
import { StatusOverview } from './StatusOverview';

/** The status of this installation. The page is a static file, so that it is available even when the service is not. */
export function StatusPage() {
  const { t } = useLingui();
  return (
    <SitePage
      name="status"
      art="band"
      title={t`Status`}
      heading={<Trans>System status</Trans>}
      description={t`Whether the API, verification, callbacks, email and the rest of this service work now, and how they did on each of the last 90 days.`}
      lead={
        <Trans>
          Each installation checks itself twice a minute. This page is a static file, so it stays available when the
          service is down.
        </Trans>
      }
    >
      <Island name="status">
        <StatusOverview />
      </Island>
      <Measuring />
      <noscript>
        <p className="mt-10 measure text-muted">
          <Trans>
            This page needs JavaScript to show the current status. Without it, see{' '}
            <a href="/status.json" className="link">
              status.json
            </a>
            .
          </Trans>
        </p>
      </noscript>
    </SitePage>
  );
}
