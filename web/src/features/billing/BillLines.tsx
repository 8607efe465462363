import { Trans, useLingui } from '@lingui/react/macro';
import type { Billable, BillingAccount, BillPreview } from '@sigill/sdk/portal';
import { billingPreviewOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../../ui/format';
import { UtcPeriod } from './BillingDates';
import { Money } from './Money';
import { formatMoney, formatRate, parseMoney } from './money';

export function BillLines({ bill, total }: { bill: BillPreview; total: ReactNode }) {
  const { i18n, t } = useLingui();
  const names: Record<NonNullable<Billable['kind']>, string> = {
    VERIFIED_IDENTITIES: t`Verified identities`,
    SERVICE_FEE: t`Service fee`,
    FREE_CREDIT: t`Credit`,
  };
  const rate = formatRate(bill.vat_rate, i18n.locale);
  return (
    <dl className="divide-y divide-hairline border-y border-hairline">
      <Line name={<Trans>Period</Trans>}>
        <span className="text-sm">
          <UtcPeriod start={bill.cycle_start} end={bill.cycle_end} />
        </span>
      </Line>
      {bill.billables.map(({ kind, name, quantity, unit_price, total, days, cycle_days }) => {
        const details: Partial<typeof names> = {
          VERIFIED_IDENTITIES: `${formatCount(quantity, i18n.locale)} × ${formatMoney(unit_price, i18n.locale)}`,
          SERVICE_FEE: t`${days} of ${cycle_days} days`,
        };
        return (
          <Line
            key={`${kind} ${unit_price}`}
            name={kind ? names[kind] : name}
            detail={kind && details[kind]}
            amount={total}
          />
        );
      })}
      {parseMoney(bill.vat_rate) > 0n && <Line name={<Trans>VAT {rate}</Trans>} amount={bill.vat} />}
      {bill.balance && (
        <Line
          name={parseMoney(bill.balance) > 0n ? t`Carried over from earlier invoices` : t`Credit from earlier invoices`}
          amount={bill.balance}
        />
      )}
      <Line name={total} amount={bill.amount_due ?? bill.total} strong />
    </dl>
  );
}

type Props = {
  name: ReactNode;
  detail?: string | undefined;
  amount?: string;
  strong?: boolean;
  children?: ReactNode;
};

function Line({ name, detail, amount, strong = false, children }: Props) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
      <dt className={strong ? 'font-medium' : 'text-sm text-muted'}>{name}</dt>
      <dd className="ms-auto flex flex-wrap items-baseline justify-end gap-x-4">
        {children}
        {detail && <span className="font-mono text-sm text-muted">{detail}</span>}
        {amount && <Money amount={amount} className={`text-end sm:min-w-24 ${strong ? '' : 'text-sm'}`} />}
      </dd>
    </div>
  );
}

export function CycleCost({ account }: { account: BillingAccount }) {
  const { data: bill } = useSuspenseQuery(billingPreviewOptions());
  const billables = withIdentities(bill.billables, account);
  return <BillLines bill={{ ...bill, billables }} total={<Trans>Estimate so far</Trans>} />;
}

/** Adds a line for identities with quantity 0, because a bill has none before the first identity is verified. */
function withIdentities(lines: Billable[], { unit_price }: BillingAccount): Billable[] {
  const kind = 'VERIFIED_IDENTITIES';
  if (lines.some((line) => line.kind === kind)) return lines;
  return [{ kind, name: 'Verified identities', description: '', quantity: 0, unit_price, total: '0.00' }, ...lines];
}
