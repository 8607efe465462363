import type { Db } from '../database/database.ts';

export async function hasUnsentCallbacks(db: Db, now: string): Promise<boolean> {
  const unsent = await db
    .selectFrom('callbacks')
    .select('id')
    .where('state', '=', 'PENDING')
    .where((is) => {
      const ended = is
        .selectFrom('callback_attempts')
        .select((to) => to.fn.countAll<number>().as('ended'))
        .whereRef('callback_id', '=', 'callbacks.id');
      return is.or([is('attempts', '=', 0), is('next_attempt', '<=', now), is('attempts', '>', ended)]);
    })
    .executeTakeFirst();
  return unsent !== undefined;
}

export const findOptions = (db: Db, id: number) =>
  db
    .selectFrom('sessions')
    .select(['face_verification', 'passport_only', 'refuse_weak'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
