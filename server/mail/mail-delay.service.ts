import type { Context } from '../core/context.ts';
import { findStuckMail } from './mail.repository.ts';

/** How long the oldest email has been waiting, in seconds, if no later one has been sent. */
export async function mailDelay({ db, deps }: Context): Promise<number> {
  const created = await findStuckMail(db);
  return created === undefined ? 0 : Math.max(0, (deps.clock.now().getTime() - Date.parse(created)) / 1000);
}
