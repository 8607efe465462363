import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { billsOptions, paymentMethodsOptions } from '../../api/whole-lists';
import { Badge, StateMark } from '../../ui/Badge';
import { EmptyState } from '../../ui/EmptyState';
import { LocaleLink } from '../navigation/LocaleLink';
import { Expiry, UtcPeriod } from './BillingDates';
import { useBillStates, useMethodName } from './billing-texts';
import { Money } from './Money';

export function BillList() {
  const { bills } = useSuspenseQuery(billsOptions()).data;
  const states = useBillStates();
  if (bills.length === 0)
    return (
      <EmptyState>
        <Trans>No invoices yet. You’ll get the first one when a billing cycle with verified identities ends.</Trans>
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-hairline border-y border-hairline">
      {bills.map((bill) => (
        <li key={bill.id}>
          <LocaleLink
            to={`/bill/${bill.id}`}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 py-4 hover:text-accent sm:grid-cols-[1fr_8rem_6rem]"
          >
            <span>
              {bill.number && <span className="block font-mono text-sm">{bill.number}</span>}
              <span className={bill.number ? 'text-sm text-muted' : ''}>
                <UtcPeriod start={bill.cycle_start} end={bill.cycle_end} />
              </span>
            </span>
            <span className="max-sm:order-last max-sm:col-span-2">
              {bill.state && <StateMark tone={states[bill.state].tone}>{states[bill.state].word}</StateMark>}
            </span>
            <Money amount={bill.amount_due ?? bill.total} className="text-end text-sm" />
          </LocaleLink>
        </li>
      ))}
    </ul>
  );
}

export function PaymentMethodList() {
  const { t } = useLingui();
  const { payment_methods } = useSuspenseQuery(paymentMethodsOptions()).data;
  const nameOf = useMethodName();
  if (payment_methods.length === 0)
    return <EmptyState>{t`No payment methods yet. Add one to enable billing.`}</EmptyState>;
  return (
    <ul className="divide-y divide-hairline border-y border-hairline">
      {payment_methods.map((method) => (
        <li key={method.id}>
          <LocaleLink
            to={`/payment-method/${method.id}`}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 py-4 hover:text-accent sm:grid-cols-[1fr_auto_5.5rem]"
          >
            <span>{nameOf(method)}</span>
            <span className="text-sm text-muted max-sm:order-last max-sm:col-span-2">
              {method.state === 'INACTIVE' ? (
                <StateMark tone="warning">{t`Cannot be charged`}</StateMark>
              ) : (
                method.expires && (
                  <Trans>
                    Expires <Expiry month={method.expires} />
                  </Trans>
                )
              )}
            </span>
            <span className="text-end">{method.primary && <Badge tone="good">{t`Primary`}</Badge>}</span>
          </LocaleLink>
        </li>
      ))}
    </ul>
  );
}
