/** When the database was last backed up, as the backup itself recorded. */
import type { Context, TransactionContext } from '../core/context.ts';
import { findState, insertState, updateState } from './server-key.repository.ts';

export async function lastBackup({ db }: Context): Promise<Date | undefined> {
  const value = await findState(db, 'last_backup');
  return value && new Date(value.toString('utf8'));
}

/** Records when the backup that is now complete began. */
export async function noteBackup({ db }: TransactionContext, time: string): Promise<void> {
  const value = Buffer.from(time);
  await insertState(db, [{ name: 'last_backup', value }]);
  await updateState(db, 'last_backup', value);
}
