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
  // The loader and the component read the parameters, because the router would restore any that are dropped here.
  validateSearch: (raw: Record<string, unknown>) => raw as ReturnType<typeof readSearch>,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const { days = usualWindow, specimen } = readSearch(deps);
    context.prefetch(
      may('billing.self') && billingSelfOptions(),
      dashboardGetStartedOptions(),
      dashboardUsageOptions(),
      dashboardOverviewOptions({ days, ...(specimen && { specimen }) }),
      laterPanels,
    );
  },
  component: Dashboard,
});

function Dashboard() {
  const { t } = useLingui();
  const { days = usualWindow, specimen } = readSearch(Route.useSearch());
  const navigate = Route.useNavigate();
  const mayBill = useMay('billing.self');
  const { SessionsRefused } = useLoadedPanels() ?? {};
  return (
    <Page title={t`Dashboard`}>
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
