/** Cancels billing. This takes effect when the open cycle is closed. */
import { audit } from '../../audit/audit.service.ts';
import type { Acting, Caller, TransactionContext } from '../../core/context.ts';
import { Forbidden, invariant } from '../../core/errors.ts';
import type { BillingAccount } from '../../generated/operations.gen.ts';
import { closePastCycles } from '../bill/bill.service.ts';
import { mailAccount } from '../bill/billing-mail.ts';
import { lockAccount, updateAccount } from '../ledger/billing.repository.ts';
import { lastDay } from '../terms/cycle.ts';
import { describeAccount, getAccount, stateOf } from './billing.service.ts';

/** @throws Forbidden when billing is not enabled: a trial ends without being cancelled. */
export async function cancelBilling(ctx: TransactionContext & Caller): Promise<BillingAccount> {
  await scheduleCancellation(ctx, true);
  return describeAccount(ctx, ctx.principal.merchant_id);
}

export async function keepBilling(ctx: TransactionContext & Caller): Promise<BillingAccount> {
  await scheduleCancellation(ctx, false);
  return describeAccount(ctx, ctx.principal.merchant_id);
}

/** Schedules the end of billing, or withdraws a scheduled end. Does nothing if `cancels` already has this value. */
export async function scheduleCancellation(ctx: TransactionContext & Acting, cancels: boolean): Promise<void> {
  const { db, deps, principal } = ctx;
  const { merchant_id } = principal;
  await closePastCycles(ctx, merchant_id);
  await lockAccount(db, merchant_id);
  const account = await getAccount(ctx, merchant_id);
  // The operator's command also ends a trial.
  if (cancels && !principal.is_operator && stateOf(account, deps.clock.now()) !== 'ACTIVE')
    throw new Forbidden('Billing is not enabled, so there is nothing to cancel', 'billing_inactive');
  if (account.cancels === Number(cancels)) return;
  const { cycle_end } = account;
  invariant(cycle_end !== null, 'an account that is not deleted has an open cycle');
  await updateAccount(db, merchant_id, { cancels: Number(cancels) });
  const cancelled = principal.is_operator ? 'billing.schedule_cancel' : 'billing.cancel';
  await audit(ctx, cancels ? cancelled : 'billing.keep');
  if (cancels) {
    const values = { until: lastDay({ end: cycle_end }) };
    await mailAccount(ctx, { merchant_id, template: 'billing_cancels', values });
  } else await mailAccount(ctx, { merchant_id, template: 'billing_kept', values: {} });
}
