/** Counts the verdicts of the sessions that were started from a link. */
import type { TransactionContext } from '../core/context.ts';
import type { SessionState } from '../generated/operations.gen.ts';
import { countVerdict } from './link.repository.ts';

export async function countVerdictOfLink({ db }: TransactionContext, link_id: number, to: SessionState): Promise<void> {
  if (to === 'APPROVED') await countVerdict(db, link_id, 'approved');
  if (to === 'REJECTED') await countVerdict(db, link_id, 'rejected');
}
