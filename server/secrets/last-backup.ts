import type { TransactionContext } from '../core/context.ts';
import { insertState, updateState } from './server-key.repository.ts';

/** Records in the database when its newest complete backup began, for monitoring. */
export async function noteBackup({ db }: TransactionContext, time: string): Promise<void> {
  const value = Buffer.from(time);
  await insertState(db, [{ name: 'last_backup', value }]);
  await updateState(db, 'last_backup', value);
}
