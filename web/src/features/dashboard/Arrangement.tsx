import { useLingui } from '@lingui/react/macro';
import { dashboardGetStartedOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../api/role';
import { Icon } from '../../ui/Icon';
import { Load } from '../loading/Load';
import { GetStarted, isStarted } from './GetStarted';
import { usePanels } from './later-panels';

const grid = 'grid gap-x-14 gap-y-12 xl:grid-cols-[7fr_4fr]';

/** Getting started comes first until it is done. Then it folds away and the figures take its place. */
export function Arrangement({ children }: { children: ReactNode }) {
  const mayStart = useMay('user.create_service_user');
  const mayBill = useMay('billing.self');
  const trial = mayBill && (
    <Load lines={4}>
      <Later panel="TrialRing" />
    </Load>
  );
  return mayStart ? (
    <WithFirstSteps trial={trial}>{children}</WithFirstSteps>
  ) : (
    <FiguresFirst beside={trial}>{children}</FiguresFirst>
  );
}

function WithFirstSteps({ trial, children }: { trial: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  const { data: done } = useSuspenseQuery(dashboardGetStartedOptions());
  if (isStarted(done))
    return (
      <FiguresFirst
        beside={
          <details className="group border-t border-hairline pt-5">
            <summary className="flex list-none items-center gap-3 hover:text-accent">
              <h2 className="display text-lg">{t`Get started`}</h2>
              <span className="text-sm text-accent">{t`Done`}</span>
              <Icon name="chevron" className="ml-auto size-5 transition-transform group-open:rotate-180" />
            </summary>
            <div className="mt-5">
              <GetStarted />
            </div>
          </details>
        }
      >
        {children}
      </FiguresFirst>
    );
  return (
    <>
      <div className={`mb-16 ${grid}`}>
        <section aria-labelledby="get-started" className="min-w-0">
          <h2 id="get-started" className="display mb-5 text-lg">
            {t`Get started`}
          </h2>
          <GetStarted />
        </section>
        <div className="space-y-10">
          {trial}
          <Usage />
        </div>
      </div>
      {children}
    </>
  );
}

const FiguresFirst = ({ beside, children }: { beside: ReactNode; children: ReactNode }) => (
  <>
    {children}
    <div className={`mt-16 ${grid}`}>
      <Usage />
      {beside}
    </div>
  </>
);

function Usage() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="usage" className="min-w-0 border-t border-hairline pt-5">
      <h2 id="usage" className="display mb-4 text-lg">
        {t`Usage`}
      </h2>
      <Load lines={3}>
        <Later panel="UsageTotals" />
      </Load>
    </section>
  );
}

function Later({ panel }: { panel: 'TrialRing' | 'UsageTotals' }) {
  const Panel = usePanels()[panel];
  return <Panel />;
}
