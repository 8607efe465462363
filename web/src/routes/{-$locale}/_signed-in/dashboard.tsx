import { useLingui } from '@lingui/react/macro';
import {
  billingSelfOptions,
  dashboardGetStartedOptions,
  dashboardOverviewOptions,
  dashboardUsageOptions,
} from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { may, useMay } from '../../../api/role';
import { Arrangement } from '../../../features/dashboard/Arrangement';
import { laterPanels, useLoadedPanels } from '../../../features/dashboard/later-panels';
import { OverviewSection } from '../../../features/dashboard/OverviewSection';
import { readSearch, usualWindow } from '../../../features/dashboard/windows';
import { Load } from '../../../features/loading/Load';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/dashboard')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { days = usualWindow, specimen } }) => ({ days, ...(specimen && { specimen }) }),
  loader: ({ context: { queryClient }, deps }) => {
    if (may('billing.self')) void queryClient.prefetchQuery(billingSelfOptions());
    void queryClient.prefetchQuery(dashboardGetStartedOptions());
    void queryClient.prefetchQuery(dashboardUsageOptions());
    void queryClient.prefetchQuery(dashboardOverviewOptions(deps));
    void queryClient.prefetchQuery(laterPanels);
  },
  component: Dashboard,
});

function Dashboard() {
  const { t } = useLingui();
  const { days = usualWindow, specimen } = Route.useSearch();
  const navigate = Route.useNavigate();
  const mayBill = useMay('billing.self');
  const { SessionsRefused } = useLoadedPanels() ?? {};
  return (
    <Page title={t`Overview`}>
      <div className="mb-10 empty:hidden">{mayBill && SessionsRefused && <SessionsRefused />}</div>
      <Load lines={12}>
        <Arrangement
          figures={(children) => (
            <OverviewSection
              days={days}
              specimen={specimen}
              onChange={(change) =>
                navigate({
                  search: readSearch({ days, specimen, ...change }),
                  replace: true,
                  resetScroll: false,
                })
              }
            >
              {children}
            </OverviewSection>
          )}
        />
      </Load>
    </Page>
  );
}
