import { Trans, useLingui } from '@lingui/react/macro';
import { Term, TermColumns } from '../../ui/TermColumns';
import { Island } from '../islands/Island';
import { SitePage } from '../page/SitePage';
import { StatusOverview } from './StatusOverview';

/** A static file, so that the page is available even when the service is not. */
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

function Measuring() {
  const { t } = useLingui();
  return (
    <TermColumns className="mt-16">
      <Term name={t`How we measure`}>
        <Trans>
          The service checks itself twice a minute: whether the database accepts writes, how long work has been waiting,
          and how it responds to calls. A day without measurements is flat.
        </Trans>
      </Term>
      <Term name={t`A day`}>
        {t`Full: under 3 min of trouble. Half: more. Stub: down over 1 h. Days are in UTC and kept for 90 days.`}
      </Term>
      <Term name={t`For your monitoring`}>
        <Trans>
          <a href="/status.json" className="link">
            status.json
          </a>{' '}
          has the same data for your programs, without a key: each component with its state, its last 90 days, and all
          incidents of that time. It responds with 200 even when something is down.
        </Trans>
      </Term>
    </TermColumns>
  );
}
