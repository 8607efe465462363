import { Trans } from '@lingui/react/macro';
import type { Billable, BillingAccount } from '@sigill/sdk/portal';
import { billingPreviewOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { BillLines, IDENTITIES } from './BillLines';

/** What the present cycle comes to so far, line by line like the bill that it becomes. */
export function CycleCost({ account }: { account: BillingAccount }) {
  const { data: bill } = useSuspenseQuery(billingPreviewOptions());
  const billables = withIdentities(bill.billables, account);
  return <BillLines bill={{ ...bill, billables }} total={<Trans>Estimate so far</Trans>} />;
}

/** A bill says nothing of identities before the first; here they are counted from none. */
function withIdentities(lines: Billable[], { unit_price }: BillingAccount): Billable[] {
  if (lines.some(({ name }) => name === IDENTITIES)) return lines;
  return [{ name: IDENTITIES, description: '', quantity: 0, unit_price, total: '0.00' }, ...lines];
}
