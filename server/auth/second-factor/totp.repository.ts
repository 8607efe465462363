import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { Database, Db } from '../../database/database.ts';
import { changesRows, run } from '../../database/rows.ts';
import type { TotpTable } from '../auth.table.ts';

export type Totp = Selectable<TotpTable>;

export const findTotp = (db: Db, user_id: number): Promise<Totp | undefined> =>
  db.selectFrom('totps').selectAll().where('user_id', '=', user_id).executeTakeFirst();

export const savePending = (
  db: Db,
  { user_id, pending_secret, created }: Pick<Insertable<TotpTable>, 'user_id' | 'pending_secret' | 'created'>,
): Promise<void> =>
  db
    .insertInto('totps')
    .values({ user_id, pending_secret, created, secret: null, last_step: 0 })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret }))
    .$call(run);

/** @returns false when the pending secret has changed in the meantime. */
export const confirmPending = (
  db: Db,
  { user_id, pending_secret, created, last_step }: Pick<Totp, 'user_id' | 'pending_secret' | 'created' | 'last_step'>,
): Promise<boolean> =>
  db
    .updateTable('totps')
    .set({ secret: pending_secret, pending_secret: null, created, last_step })
    .where('user_id', '=', user_id)
    .where('pending_secret', '=', pending_secret)
    .$call(changesRows);

/** @returns false when this time step or a later one was already used. */
export const takeStep = (db: Db, user_id: number, step: number): Promise<boolean> =>
  db
    .updateTable('totps')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('secret', 'is not', null)
    .where('last_step', '<', step)
    .$call(changesRows);

export const deleteTotp = (db: Db, user_id: number) => run(db.deleteFrom('totps').where('user_id', '=', user_id));

/** The user's second factors, in a single query because every sign-in with a password needs them. */
export async function countFactors(db: Db, user_id: number) {
  const { app, is_required, ...counts } = await db
    .selectFrom('users')
    .innerJoin('merchants', 'merchants.id', 'users.merchant_id')
    .leftJoin('totps', 'totps.user_id', 'users.id')
    .select(['totps.secret as app', 'merchants.require_second_factor as is_required'])
    .select((eb) => [countOf(eb, 'passkeys').as('passkeys'), countOf(eb, 'recovery_codes').as('codes')])
    .where('users.id', '=', user_id)
    .$narrowType<{ passkeys: number; codes: number }>()
    .executeTakeFirstOrThrow();
  return { ...counts, has_app: app !== null, is_required: is_required === 1 };
}

const countOf = (eb: ExpressionBuilder<Database, 'users'>, table: 'passkeys' | 'recovery_codes') =>
  eb
    .selectFrom(table)
    .select((counted) => counted.fn.countAll<number>().as('count'))
    .whereRef(`${table}.user_id`, '=', 'users.id');
