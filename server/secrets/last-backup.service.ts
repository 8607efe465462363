/** When the database was last backed up, as the backup itself recorded. */
import type { Context } from '../core/context.ts';
import { findState } from './server-key.repository.ts';

export async function lastBackup({ db }: Context): Promise<Date | undefined> {
  const value = await findState(db, 'last_backup');
  return value && new Date(value.toString('utf8'));
}
