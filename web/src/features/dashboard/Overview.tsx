import { Plural, useLingui } from '@lingui/react/macro';
import type { Overview as Figured } from '@sigill/sdk/portal';
import { dashboardOverviewOptions, sessionCreateMutation } from '@sigill/sdk/portal/react-query';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { lazyPart, loadLater } from '../../api/later';
import { useMay } from '../../api/role';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { Countries, Platforms, Reasons } from './Breakdowns';
import { NothingYet, Panel } from './chart-parts';
import { DayChart } from './DayChart';
import { Figures } from './Figures';
import { Funnel } from './Funnel';
import { firstSuccess, rememberSuccess } from './first-success';
import { NewestSessions } from './NewestSessions';
import { hasNone } from './use-shown-kind';
import type { Window } from './windows';

type Props = {
  days: Window;
  specimen: boolean;
  /** Whether specimens are shown because there are no real sessions. */
  automatic: boolean;
  children: ReactNode;
};

/** A single day is shown together with the six before it. */
const FEWEST_DAYS = 7;

export function Overview({ children, ...shown }: Props) {
  const { t } = useLingui();
  const wanted = useDeferredValue(shown);
  const { days, specimen, automatic } = wanted;
  const { data } = useSuspenseQuery(dashboardOverviewOptions({ days, ...(specimen && { specimen }) }));
  const trial = useMutation(sessionCreateMutation());
  const isOld = days !== shown.days || specimen !== shown.specimen;
  const empty = hasNone(data, specimen);
  // Kept in state, because each browser shows the celebration only once.
  const [celebrated, celebrate] = useState<ReturnType<typeof firstSuccess> | 'over'>();
  const first = celebrated ?? firstSuccess(data);
  if (first && !celebrated) celebrate(first);
  const success = first === 'over' ? undefined : first;
  return (
    <>
      {trial.data ? (
        <Suspense fallback={<Skeleton lines={6} className="mb-10 py-8" />}>
          <SpecimenSession key={trial.data.id} session={trial.data} onClose={trial.reset} />
        </Suspense>
      ) : (
        empty && (
          <EmptyOverview
            isPending={trial.isPending}
            error={trial.error}
            onTry={() => trial.mutate({ specimen: true })}
          />
        )
      )}
      {empty && children}
      {!empty && (
        <div aria-busy={isOld} className={isOld ? 'opacity-60' : ''}>
          {success && (
            <Suspense fallback={<Skeleton lines={4} className="mb-10 py-8" />}>
              <FirstSuccess
                session={success}
                seconds={data.current.median_seconds}
                onShown={rememberSuccess}
                onClose={() => celebrate('over')}
              />
            </Suspense>
          )}
          {automatic && (
            <p role="status" className="mb-6 measure text-sm text-muted">
              {t`No real sessions lately, so these figures count specimen sessions.`}
            </p>
          )}
          <Figures current={data.current} previous={data.previous} />
          {children}
          <Charts data={data} days={days} />
        </div>
      )}
    </>
  );
}

const SpecimenSession = lazyPart(async () => (await import('./EmptyOverview')).SpecimenSession);

const FirstSuccess = lazyPart(async () => (await import('./FirstSuccess')).FirstSuccess);

const EmptyOverview = lazyPart(async () => (await import('./EmptyOverview')).EmptyOverview);

function Charts({ data, days }: { data: Figured; days: Window }) {
  const { t } = useLingui();
  const maySee = useMay('session.list');
  const length = Math.max(days, FEWEST_DAYS);
  const save = async () => (await loadLater(() => import('./overview-csv'))).saveOverview(data, days);
  return (
    <>
      <div className="mt-14 grid gap-x-14 gap-y-14 xl:grid-cols-[7fr_4fr]">
        <Panel title={t`By day`} aside={t`by creation date (UTC)`}>
          {data.days.length > 0 ? (
            <DayChart today={data.today} length={length} days={data.days} />
          ) : (
            <NothingYet>
              <Plural value={length} one="No sessions in the last # day." other="No sessions in the last # days." />
            </NothingYet>
          )}
        </Panel>
        <Panel title={t`From link to result`}>
          <Funnel figures={data.current} />
        </Panel>
        <Panel title={t`Why sessions were not approved`}>
          <Reasons rejections={data.rejections} failures={data.failures} />
        </Panel>
        <Panel title={t`Devices`}>
          <Platforms platforms={data.platforms} />
        </Panel>
        <Panel title={t`Issuing countries`} className="xl:col-span-2">
          <Countries countries={data.countries} />
        </Panel>
        {maySee && (
          <Panel title={t`Newest sessions`} aside={t`without identity data`} className="xl:col-span-2">
            <NewestSessions sessions={data.sessions} />
          </Panel>
        )}
      </div>
      <p data-print="hidden" className="mt-10">
        <Button variant="secondary" size="small" onClick={save}>{t`Download as CSV`}</Button>
      </p>
    </>
  );
}
