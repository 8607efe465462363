import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../database/database.ts';
import { changesRows, countRows, run } from '../../database/rows.ts';
import type { TeamTables } from './team.table.ts';

type MarkRow = Selectable<TeamTables['session_marks']>;
/** The names of both users are null once they have left the account. */
export type Mark = MarkRow & { alias: string | null; assignee_alias: string | null };

export const findMarks = (db: Db, merchant_id: number, sessions: number[]): Promise<Mark[]> =>
  db
    .selectFrom('session_marks')
    .selectAll()
    .select((eb) =>
      (['user_id', 'assignee_id'] as const).map((column) =>
        eb
          .selectFrom('users')
          .select('users.alias')
          .whereRef('users.id', '=', `session_marks.${column}`)
          .whereRef('users.merchant_id', '=', 'session_marks.merchant_id')
          .as(column === 'user_id' ? 'alias' : 'assignee_alias'),
      ),
    )
    .where('merchant_id', '=', merchant_id)
    .where('session_id', 'in', sessions)
    .execute() as Promise<Mark[]>;

export const countMarks = (db: Db, merchant_id: number): Promise<number> =>
  db.selectFrom('session_marks').select('session_id').where('merchant_id', '=', merchant_id).$call(countRows(db));

export const putMark = (db: Trx, mark: MarkRow): Promise<void> =>
  db
    .insertInto('session_marks')
    .values(mark)
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({
        user_id: sql.ref('excluded.user_id'),
        assignee_id: sql.ref('excluded.assignee_id'),
        created: sql.ref('excluded.created'),
      }),
    )
    .$call(run);

export const deleteMark = (db: Trx, session_id: number): Promise<boolean> =>
  db.deleteFrom('session_marks').where('session_id', '=', session_id).$call(changesRows);

export const deleteMarksOf = (db: Trx, merchant_id: number): Promise<void> =>
  run(db.deleteFrom('session_marks').where('merchant_id', '=', merchant_id));
