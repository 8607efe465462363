import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Overview as OverviewData } from '@sigill/sdk/portal';
import { dashboardOverviewOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useMay } from '../../api/role';
import { Button } from '../../ui/Button';
import { Countries, Platforms, Reasons } from './Breakdowns';
import { DayChart } from './DayChart';
import { EmptyOverview } from './EmptyOverview';
import { Figures } from './Figures';
import { Funnel } from './Funnel';
import { NewestSessions } from './NewestSessions';
import { NothingYet, Panel } from './Panel';
import type { Window } from './windows';

type Props = { days: Window; specimen: boolean };

/** The outcomes of a window's sessions. While another window loads, the previous one stays. */
export function Overview(wanted: Props) {
  const { t } = useLingui();
  const { days, specimen } = useDeferredValue(wanted);
  const { data } = useSuspenseQuery(dashboardOverviewOptions({ days, ...(specimen && { specimen }) }));
  const maySee = useMay('session.list');
  const isOld = days !== wanted.days || specimen !== wanted.specimen;
  if (data.sessions.length === 0 && data.current.created + data.previous.created === 0) return <EmptyOverview />;
  return (
    <div aria-busy={isOld} className={isOld ? 'opacity-60' : ''}>
      <Figures current={data.current} previous={data.previous} />
      <div className="mt-14 grid gap-x-14 gap-y-14 xl:grid-cols-[7fr_4fr]">
        <Panel title={t`By day`} aside={t`by creation date (UTC)`}>
          <Days days={days} data={data} />
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
      <SaveNumbers days={days} data={data} />
    </div>
  );
}

/** A single day is shown together with the six before it. */
const FEWEST_DAYS = 7;

function Days({ days, data }: { days: Window; data: OverviewData }) {
  const length = Math.max(days, FEWEST_DAYS);
  if (data.days.length > 0) return <DayChart today={data.today} length={length} days={data.days} />;
  return (
    <NothingYet>
      <Plural value={length} one="No sessions in the last # day." other="No sessions in the last # days." />
    </NothingYet>
  );
}

function SaveNumbers({ days, data }: { days: Window; data: OverviewData }) {
  return (
    <p data-print="hidden" className="mt-10">
      <Button
        variant="secondary"
        size="small"
        onClick={async () => (await import('./overview-csv')).saveOverview(data, days)}
      >
        <Trans>Download as CSV</Trans>
      </Button>
    </p>
  );
}
