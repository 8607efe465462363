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
      heading={<Trans>How the service is</Trans>}
      description={t`Whether API, verification, callbacks, mail and the rest of this service work now, and how they worked on each of the last 90 days.`}
      lead={
        <Trans>
          Each installation measures itself, twice a minute. This page is a file, so that it is there also when the
          service behind it is not, and says so.
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
            The state itself is asked for by a script. Without one,{' '}
            <a href="/status.json" className="link">
              status.json
            </a>{' '}
            says the same.
          </Trans>
        </p>
      </noscript>
    </SitePage>
  );
}
