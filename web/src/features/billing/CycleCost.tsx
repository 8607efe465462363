import { Trans, useLingui } from '@lingui/react/macro';
import type { Billable, BillingAccount } from '@sigill/sdk/portal';
import { billingPreviewOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../../ui/format';
import { Money } from './Money';
import { formatMoney, formatRate, parseMoney } from './money';
import { UtcPeriod } from './UtcDate';
import { useLineTexts } from './words';

/** As the service names the line of sessions. */
const IDENTITIES = 'Verified identities';

/** What the present cycle comes to so far, line by line like the bill that it becomes. */
export function CycleCost({ account }: { account: BillingAccount }) {
  const { i18n } = useLingui();
  const textsOf = useLineTexts();
  const { data: bill } = useSuspenseQuery(billingPreviewOptions());
  const rate = formatRate(bill.vat_rate, i18n.locale);
  return (
    <dl className="divide-y divide-hairline border-y border-hairline">
      <Line name={<Trans>Period</Trans>}>
        <UtcPeriod start={bill.cycle_start} end={bill.cycle_end} />
      </Line>
      {withIdentities(bill.billables, account).map(({ name, description, quantity, unit_price, total }) => (
        <Line
          key={`${name} ${unit_price}`}
          name={textsOf({ name, description }).name}
          detail={
            name === IDENTITIES
              ? `${formatCount(quantity, i18n.locale)} × ${formatMoney(unit_price, i18n.locale)}`
              : undefined
          }
          amount={total}
        />
      ))}
      {parseMoney(bill.vat_rate) > 0n && <Line name={<Trans>VAT {rate}</Trans>} amount={bill.vat} />}
      <Line name={<Trans>Estimate so far</Trans>} amount={bill.total} strong />
    </dl>
  );
}

/** A bill says nothing of identities before the first; here they are counted from none. */
function withIdentities(lines: Billable[], { unit_price }: BillingAccount): Billable[] {
  if (lines.some(({ name }) => name === IDENTITIES)) return lines;
  return [{ name: IDENTITIES, description: '', quantity: 0, unit_price, total: '0.00' }, ...lines];
}

function Line({
  name,
  detail,
  amount,
  strong = false,
  children,
}: {
  name: ReactNode;
  detail?: string | undefined;
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
