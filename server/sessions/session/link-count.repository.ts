import type { Db } from '../../database/database.ts';
import { run } from '../../database/rows.ts';
import type { SessionState } from '../../generated/operations.gen.ts';

/** Counts the verdict of a session with its reusable link. Other states are not counted. */
export async function countVerdict(db: Db, link_id: number, state: SessionState): Promise<void> {
  if (state !== 'APPROVED' && state !== 'REJECTED') return;
  await db
    .updateTable('links')
    .set(({ eb }) =>
      state === 'APPROVED' ? { approved: eb('approved', '+', 1) } : { rejected: eb('rejected', '+', 1) },
    )
    .where('id', '=', link_id)
    .$call(run);
}
