import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { billsOptions } from '../../api/whole-lists';
import { StateMark } from '../../ui/Badge';
import { EmptyState } from '../../ui/EmptyState';
import { LocaleLink } from '../navigation/LocaleLink';
import { UtcPeriod } from './BillingDates';
import { useBillStates } from './billing-texts';
import { Money } from './Money';

export function BillList() {
  const { bills } = useSuspenseQuery(billsOptions()).data;
  const states = useBillStates();
  if (bills.length === 0)
    return (
      <EmptyState>
        <Trans>No bills yet. You’ll get the first one when a billing cycle with verified identities ends.</Trans>
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
            <UtcPeriod start={bill.cycle_start} end={bill.cycle_end} />
            <span className="max-sm:order-last max-sm:col-span-2">
              {bill.state && <StateMark tone={states[bill.state].tone}>{states[bill.state].word}</StateMark>}
            </span>
            <Money amount={bill.total} className="text-end text-sm" />
          </LocaleLink>
        </li>
      ))}
    </ul>
  );
}
