import { Trans } from '@lingui/react/macro';
import { billingPreviewOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { facts } from '../../content/facts';
import { BillLines } from './BillLines';
import { Money } from './Money';
import { parseMoney } from './money';

/** The bill that would close the account if it were deleted today. */
export const lastBillOptions = () => billingPreviewOptions({ end: 'TODAY' });

/** What deleting the account costs. */
export function LastBill() {
  const { data: bill } = useSuspenseQuery(lastBillOptions());
  const total = parseMoney(bill.total);
  if (total === 0n)
    return (
      <p>
        <Trans>You owe nothing for this billing cycle.</Trans>
      </p>
    );
  return (
    <div className="space-y-6">
      <p>
        {total < parseMoney(facts.smallest_charge) ? (
          <Trans>
            The final bill is <Money amount={bill.total} />, which is too little to charge.
          </Trans>
        ) : (
          <Trans>
            If you delete the account today, the final bill is <Money amount={bill.total} />.
          </Trans>
        )}
      </p>
      <BillLines bill={bill} total={<Trans>Total</Trans>} />
    </div>
  );
}
