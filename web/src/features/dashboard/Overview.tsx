import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Overview as Figured } from '@sigill/sdk/portal';
import { dashboardOverviewOptions, sessionCreateMutation } from '@sigill/sdk/portal/react-query';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import { useMay } from '../../api/role';
import { Button } from '../../ui/Button';
import { NothingYet, Panel } from '../../ui/chart-parts';
import { Skeleton } from '../../ui/Skeleton';
import { ProblemAlert } from '../forms/ProblemAlert';
import { ButtonLink } from '../navigation/LocaleLink';
import { Countries, Platforms, Reasons } from './Breakdowns';
import { DayChart } from './DayChart';
import { Figures } from './Figures';
import { FirstSuccess } from './FirstSuccess';
import { Funnel } from './Funnel';
import { NewestSessions } from './NewestSessions';
import { hasNone } from './use-shown-kind';
import type { Window } from './windows';

type Props = {
  days: Window;
  specimen: boolean;
  /** Whether specimens are shown because there is nothing else. */
  automatic: boolean;
  /** What comes after the figures. */
  children: ReactNode;
};

/** A single day is shown together with the six before it. */
const FEWEST_DAYS = 7;

/** The outcomes of a window's sessions. While another window loads, the previous one stays. */
export function Overview({ children, ...shown }: Props) {
  const { t } = useLingui();
  const wanted = useDeferredValue(shown);
  const { days, specimen, automatic } = wanted;
  const { data } = useSuspenseQuery(dashboardOverviewOptions({ days, ...(specimen && { specimen }) }));
  const trial = useMutation(sessionCreateMutation());
  const isOld = days !== shown.days || specimen !== shown.specimen;
  const empty = hasNone(data, specimen);
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
          <FirstSuccess {...data} />
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

/** The reader is loaded once there is a session to read for. */
const SpecimenSession = lazy(async () => ({
  default: (await import('../specimen-session/SpecimenSession')).SpecimenSession,
}));

function Charts({ data, days }: { data: Figured; days: Window }) {
  const { t } = useLingui();
  const maySee = useMay('session.list');
  const length = Math.max(days, FEWEST_DAYS);
  const save = async () => (await import('./overview-csv')).saveOverview(data, days);
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

type EmptyProps = { isPending: boolean; error: Error | null; onTry: () => void };

/** The first day: a faint outline of the charts to come, and how to create the first session. */
function EmptyOverview({ isPending, error, onTry }: EmptyProps) {
  const { t } = useLingui();
  const mayTry = useMay('session.create');
  return (
    <div className="relative border-y border-hairline py-12">
      <svg
        viewBox="0 0 806 220"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 h-60 w-full text-accent opacity-40 [mask-image:linear-gradient(transparent,black)]"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.6"
      >
        <path d={heights.map(hatchedBar).join('')} />
      </svg>
      <div className="relative pb-32">
        <h2 className="display text-xl">{t`Your first sessions will appear here.`}</h2>
        <p className="mt-3 measure text-muted">
          <Trans>
            See how many links reach a result and how long that takes, why some don’t, which countries issued the
            documents, and which devices read them. One session is enough to start, and specimens are free.
          </Trans>
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          {mayTry && (
            <Button loading={isPending} onClick={onTry}>
              {t`Try a specimen session`}
            </Button>
          )}
          <ButtonLink to="/api-reference" hash="session.create" variant="secondary">
            {t`How to create a session`}
          </ButtonLink>
        </div>
        <div className="mt-4 empty:hidden">
          <ProblemAlert error={error} />
        </div>
      </div>
    </div>
  );
}

/** An imaginary month. */
const heights = [
  18, 26, 22, 40, 52, 30, 24, 48, 60, 66, 58, 72, 44, 36, 70, 88, 92, 80, 104, 62, 50, 96, 118, 126, 110, 138, 90, 72,
  132, 150,
];

function hatchedBar(height: number, index: number): string {
  const x = index * 27 + 4;
  const lines = Array.from({ length: Math.floor(height / 6) }, (_, line) => `M${x} ${217 - line * 6}h18`);
  return `M${x} 220h18v${-height}h-18z${lines.join('')}`;
}
