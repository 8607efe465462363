import { addSeconds, timestamp } from '../core/clock.ts';
import type { Deps } from '../core/deps.ts';

const EVERY_SECONDS = 60;

/** Remembers the minute in which a user or key was last used. So most calls write nothing. */
export async function touchUser(deps: Deps, user: { id: number; last_used: string | null }): Promise<void> {
  const now = deps.clock.now();
  const stale = timestamp(addSeconds(now, -EVERY_SECONDS));
  if (user.last_used !== null && user.last_used > stale) return;
  try {
    await deps.db
      .updateTable('users')
      .set({ last_used: timestamp(now) })
      .where('id', '=', user.id)
      .where((eb) => eb.or([eb('last_used', 'is', null), eb('last_used', '<=', stale)]))
      .execute();
  } catch (error) {
    // Calls that only read must work even when the database cannot be written.
    deps.log.warn({ err: error }, 'last_used was not written');
  }
}
