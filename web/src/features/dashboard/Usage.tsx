import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { dashboardUsageOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { facts } from '../../content/facts';
import { Table, Td, Th } from '../../ui/Table';
import { UsageChart } from './UsageChart';
import { daysUntil } from './usage-days';

type Window = (typeof facts.usage_days)[number];

/** The sessions of the last 30 or 90 days: as numbers, as a chart by day, and as the table behind the chart. */
export function Usage() {
  const { data: usage } = useSuspenseQuery(dashboardUsageOptions());
  const [length, setLength] = useState<Window>(30);
  const totals: Record<Window, number> = { 30: usage.last_30_days, 90: usage.last_90_days };
  const days = daysUntil(usage.today, length, usage.days);
  return (
    <div className="space-y-8">
      <dl className="grid grid-cols-2 gap-6">
        {facts.usage_days.map((window) => (
          <div key={window}>
            <dt className="text-sm text-muted">
              <Trans>Last {window} days</Trans>
            </dt>
            <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
              <Sessions count={totals[window]} />
            </dd>
          </div>
        ))}
      </dl>
      <WindowSwitch value={length} onChange={setLength} />
      {totals[length] === 0 ? (
        <p className="border-y border-hairline py-10 text-center text-sm text-muted">
          <Trans>No sessions in the last {length} days.</Trans>{' '}
          {usage.last_90_days === 0 && <Trans>Each one that your backend creates appears here.</Trans>}
        </p>
      ) : (
        <UsageChart days={days} />
      )}
      <UsageTable days={days.filter((day) => day.created + day.approved + day.rejected + day.failed > 0).reverse()} />
    </div>
  );
}

function Sessions({ count }: { count: number }) {
  const { i18n } = useLingui();
  return (
    <>
      <span className="display text-3xl tabular-nums">{i18n.number(count)}</span>
      <span className="text-sm text-muted">
        <Plural value={count} one="session" other="sessions" />
      </span>
    </>
  );
}

function WindowSwitch({ value, onChange }: { value: Window; onChange: (value: Window) => void }) {
  const { t } = useLingui();
  const name = useId();
  return (
    <fieldset className="flex w-fit rounded-md border border-edge p-0.5 text-sm">
      <legend className="sr-only">{t`Days shown`}</legend>
      {facts.usage_days.map((option) => (
        <label
          key={option}
          className="cursor-pointer rounded-sm px-3 py-1 text-muted hover:text-ink has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            checked={value === option}
            onChange={() => onChange(option)}
            className="sr-only"
          />
          <Trans>{option} days</Trans>
        </label>
      ))}
    </fieldset>
  );
}

function UsageTable({ days }: { days: ReturnType<typeof daysUntil> }) {
  const { t, i18n } = useLingui();
  if (days.length === 0) return null;
  return (
    <details className="group">
      <summary className="link w-fit list-none py-1 text-sm">
        <Trans>As a table</Trans>
      </summary>
      <Table caption={t`Sessions by day`} className="mt-3 max-h-96 overflow-y-auto">
        <thead>
          <tr>
            <Th>
              <Trans>Day (UTC)</Trans>
            </Th>
            {[t`Created`, t`Approved`, t`Rejected`, t`Failed`].map((heading) => (
              <Th key={heading} className="text-right">
                {heading}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, created, approved, rejected, failed }) => (
            <tr key={date}>
              <Th scope="row" className="whitespace-nowrap">
                {i18n.date(`${date}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })}
              </Th>
              {Object.entries({ created, approved, rejected, failed }).map(([name, count]) => (
                <Td key={name} className="text-right">
                  {i18n.number(count)}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
