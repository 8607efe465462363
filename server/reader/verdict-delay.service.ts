import type { Context } from '../core/context.ts';

/** The seconds for which the oldest reading has been waiting for a process that brings it to its verdict. */
export async function verdictDelay({ db, deps }: Context): Promise<number> {
  const oldest = await db
    .selectFrom('sessions')
    .select('verification_due')
    .where('state', '=', 'COMPLETED')
    .where('verification_due', 'is not', null)
    .orderBy('verification_due')
    .limit(1)
    .executeTakeFirst();
  const due = oldest?.verification_due;
  return due ? Math.max(0, (deps.clock.now().getTime() - Date.parse(due)) / 1000) : 0;
}
