import { Trans, useLingui } from '@lingui/react/macro';
import { billingSelfOptions, dashboardGetStartedOptions, dashboardUsageOptions } from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { SessionsRefused } from '../../../features/billing/SessionsRefused';
import { GetStarted } from '../../../features/dashboard/GetStarted';
import { Usage } from '../../../features/dashboard/Usage';
import { Load } from '../../../features/loading/Load';
import { LocaleLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { Icon } from '../../../ui/Icon';

export const Route = createFileRoute('/{-$locale}/_signed-in/dashboard')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(billingSelfOptions());
    void queryClient.prefetchQuery(dashboardGetStartedOptions());
    void queryClient.prefetchQuery(dashboardUsageOptions());
  },
  component: Dashboard,
});

function Dashboard() {
  const { t } = useLingui();
  return (
    <Page name="dashboard" title={t`Dashboard`}>
      <div className="mb-10 empty:hidden">
        <SessionsRefused />
      </div>
      <div className="grid gap-x-16 gap-y-16 lg:grid-cols-[5fr_6fr]">
        <section aria-labelledby="get-started" className="min-w-0">
          <h2 id="get-started" className="display mb-6 text-xl">
            <Trans>Get started</Trans>
          </h2>
          <Load lines={6}>
            <GetStarted />
          </Load>
        </section>
        <section aria-labelledby="usage" className="min-w-0">
          <h2 id="usage" className="display mb-6 text-xl">
            <Trans>Usage</Trans>
          </h2>
          <Load lines={8}>
            <Usage />
          </Load>
          <p className="mt-6 flex flex-wrap gap-x-8 gap-y-2">
            <LocaleLink to="/sessions" className="link inline-flex items-center gap-2">
              <Trans>All sessions</Trans> <Icon name="arrow" className="size-4" />
            </LocaleLink>
            <LocaleLink to="/callbacks" className="link inline-flex items-center gap-2">
              <Trans>All callbacks</Trans> <Icon name="arrow" className="size-4" />
            </LocaleLink>
          </p>
        </section>
      </div>
    </Page>
  );
}
