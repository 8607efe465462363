import type { Context, TransactionContext } from '../core/context.ts';
import { findState, putState } from './server-key.repository.ts';

export async function lastBackup({ db }: Context): Promise<Date | undefined> {
  const value = await findState(db, 'last_backup');
  return value && new Date(value.toString('utf8'));
}

/** Records when a backup began, once it is complete. */
export const noteBackup = ({ db }: TransactionContext, time: string): Promise<void> =>
  putState(db, 'last_backup', Buffer.from(time));
