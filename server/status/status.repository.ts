import { type Selectable, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { run } from '../database/rows.ts';
import type { StatusDayTable, StatusNoteTable } from './status.table.ts';

export type StatusDay = Selectable<StatusDayTable>;
export type StatusNote = Selectable<StatusNoteTable>;

/** Several processes may add to the counts of the same day. */
export async function addSamples(db: Db, rows: StatusDay[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('status_days')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['component', 'day']).doUpdateSet({
        samples: sql`status_days.samples + excluded.samples`,
        degraded: sql`status_days.degraded + excluded.degraded`,
        down: sql`status_days.down + excluded.down`,
        state: sql`excluded.state`,
        sampled: sql`excluded.sampled`,
      }),
    )
    .execute();
}

export const listDays = (db: Db, { first, last }: { first: string; last: string }): Promise<StatusDay[]> =>
  db
    .selectFrom('status_days')
    .selectAll()
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('component')
    .orderBy('day')
    .execute();

export const deleteDaysBefore = (db: Db, first: string) => run(db.deleteFrom('status_days').where('day', '<', first));

export const listNotes = (db: Db): Promise<StatusNote[]> =>
  db.selectFrom('status_notes').selectAll().orderBy('sequence').execute();

export const readNotes = (db: Db, after: number, limit: number): Promise<StatusNote[]> =>
  db.selectFrom('status_notes').selectAll().where('sequence', '>', after).orderBy('sequence').limit(limit).execute();

export const insertNote = (db: Db, note: StatusNote): Promise<void> => run(db.insertInto('status_notes').values(note));
