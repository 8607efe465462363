import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingAccount } from '@sigill/sdk';
import { billListOptions, dashboardUsageOptions } from '@sigill/sdk/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../../ui/format';
import { estimate } from './estimate';
import { Money } from './Money';
import { formatMoney, formatRate, parseMoney } from './money';
import { UtcPeriod } from './UtcDate';

/** What the present cycle comes to so far, line by line like the bill that it becomes. */
export function CycleCost({ account }: { account: BillingAccount }) {
  const { i18n } = useLingui();
  const { bills } = useSuspenseQuery(billListOptions()).data;
  const { days } = useSuspenseQuery(dashboardUsageOptions()).data;
  const cost = estimate(account, bills, days, account.cycle_start);
  const count = formatCount(cost.quantity, i18n.locale);
  const price = formatMoney(account.unit_price, i18n.locale);
  const rate = formatRate(account.vat_rate, i18n.locale);
  return (
    <dl className="divide-y divide-hairline border-y border-hairline">
      <Line name={<Trans>Period</Trans>}>
        <UtcPeriod start={account.cycle_start} end={account.cycle_end} />
      </Line>
      <Line name={<Trans>Verified identities</Trans>} detail={`${count} × ${price}`} amount={cost.identities} />
      {parseMoney(cost.fee) > 0n && <Line name={<Trans>Service fee</Trans>} amount={cost.fee} />}
      {parseMoney(cost.credit) < 0n && <Line name={<Trans>Credit</Trans>} amount={cost.credit} />}
      {parseMoney(account.vat_rate) > 0n && <Line name={<Trans>VAT {rate}</Trans>} amount={cost.vat} />}
      <Line name={<Trans>Estimate so far</Trans>} amount={cost.total} strong />
    </dl>
  );
}

function Line({
  name,
  detail,
  amount,
  strong = false,
  children,
}: {
  name: ReactNode;
  detail?: string;
  amount?: string;
  strong?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
      <dt className={strong ? 'font-medium' : 'text-sm text-muted'}>{name}</dt>
      <dd className="ml-auto flex flex-wrap items-baseline justify-end gap-x-4">
        {children}
        {detail && <span className="font-mono text-sm text-muted">{detail}</span>}
        {amount && <Money amount={amount} className={`text-right sm:min-w-24 ${strong ? '' : 'text-sm'}`} />}
      </dd>
    </div>
  );
}
