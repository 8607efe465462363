import { Trans } from '@lingui/react/macro';
import type { Billable, BillingAccount } from '@sigill/sdk/portal';
import { billingPreviewOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { BillLines, IDENTITIES } from './BillLines';

/** The cost of the current billing cycle so far, with the lines its bill will have. */
export function CycleCost({ account }: { account: BillingAccount }) {
  const { data: bill } = useSuspenseQuery(billingPreviewOptions());
  const billables = withIdentities(bill.billables, account);
  return <BillLines bill={{ ...bill, billables }} total={<Trans>Estimate so far</Trans>} />;
}

/** Adds a line for identities with quantity 0: a bill has no such line before the first identity is verified. */
function withIdentities(lines: Billable[], { unit_price }: BillingAccount): Billable[] {
  if (lines.some(({ name }) => name === IDENTITIES)) return lines;
  return [{ name: IDENTITIES, description: '', quantity: 0, unit_price, total: '0.00' }, ...lines];
}
