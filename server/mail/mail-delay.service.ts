import type { Context } from '../core/context.ts';
import { findStuckMail } from './mail.repository.ts';

/** The seconds for which the oldest mail has been waiting, when none that was written later has gone out. */
export async function mailDelay({ db, deps }: Context): Promise<number> {
  const created = await findStuckMail(db);
  return created === undefined ? 0 : Math.max(0, (deps.clock.now().getTime() - Date.parse(created)) / 1000);
}
