import type { TransactionContext } from '../../core/context.ts';
import { endPeriods, startPeriod } from '../ledger/active-period.repository.ts';
import { type Account, updateState } from '../ledger/billing.repository.ts';
import { dayOf } from '../terms/cycle.ts';

type State = Account['billing_state'];

/**
 * Makes every change of the billing state except the one at the deletion of an account. Also records the day, which counts as
 * active whether billing starts or ends.
 * @returns false when the account is in none of the states in `from`.
 */
export async function changeState(
  { db, deps }: TransactionContext,
  merchant_id: number,
  from: readonly State[],
  to: State,
): Promise<boolean> {
  if (!(await updateState(db, merchant_id, from, to))) return false;
  const today = dayOf(deps.clock.now());
  if (to === 'ACTIVE') await startPeriod(db, merchant_id, today);
  else await endPeriods(db, merchant_id, today);
  return true;
}
