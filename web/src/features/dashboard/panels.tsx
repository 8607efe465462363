import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { dashboardUsageOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { facts } from '../../content/facts';
import { SessionsRefused } from '../billing/SessionsRefused';
import { Overview } from './Overview';
import { TrialRing } from './TrialRing';

/** The sessions of the last 30 and 90 days, as numbers. */
function UsageTotals() {
  const { i18n } = useLingui();
  const { data: usage } = useSuspenseQuery(dashboardUsageOptions());
  const totals = { 30: usage.last_30_days, 90: usage.last_90_days };
  return (
    <dl className="grid grid-cols-2 gap-6">
      {facts.usage_days.map((window) => (
        <div key={window}>
          <dt className="text-sm text-muted">
            <Trans>Last {window} days</Trans>
          </dt>
          <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
            <span className="display text-2xl tabular-nums">{i18n.number(totals[window])}</span>
            <span className="text-sm text-muted">
              <Plural value={totals[window]} one="session" other="sessions" />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The parts of the dashboard that are loaded with its figures. */
export const panels = { Overview, SessionsRefused, TrialRing, UsageTotals };
