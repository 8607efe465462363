import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../database/database.ts';
import { newestFirst, type Page } from '../../database/page-cursor.ts';
import { countRows, run } from '../../database/rows.ts';
import type { SessionIds } from '../session/session.repository.ts';
import type { TeamTables } from './team.table.ts';

export type NoteRow = Selectable<TeamTables['session_notes']>;
/** The author's name is null once they have left the account. */
export type Note = NoteRow & { alias: string | null };

const notes = (db: Db) =>
  db
    .selectFrom('session_notes')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'session_notes.user_id').onRef('users.merchant_id', '=', 'session_notes.merchant_id'),
    )
    .selectAll('session_notes')
    .select('users.alias');

export const findNotes = (db: Db, session_id: number, page: Page): Promise<Note[]> =>
  notes(db).where('session_id', '=', session_id).$call(newestFirst(page, 'session_notes')).execute();

export const findNote = (db: Db, { merchant_id, id }: Pick<NoteRow, 'merchant_id' | 'id'>): Promise<Note | undefined> =>
  notes(db).where('session_notes.id', '=', id).where('session_notes.merchant_id', '=', merchant_id).executeTakeFirst();

export const countNotes = (db: Db, session_id: number): Promise<number> =>
  db.selectFrom('session_notes').select('id').where('session_id', '=', session_id).$call(countRows(db));

export const countNotesOf = (
  db: Db,
  merchant_id: number,
  sessions: number[],
): Promise<{ session_id: number; count: number }[]> =>
  db
    .selectFrom('session_notes')
    .select(({ fn }) => ['session_id', fn.countAll<number>().as('count')])
    .where('merchant_id', '=', merchant_id)
    .where('session_id', 'in', sessions)
    .groupBy('session_id')
    .execute();

export const insertNote = (db: Trx, note: NoteRow): Promise<void> => run(db.insertInto('session_notes').values(note));

export const updateNote = (db: Trx, id: number, changes: Pick<NoteRow, 'sealed' | 'edited'>): Promise<void> =>
  run(db.updateTable('session_notes').set(changes).where('id', '=', id));

export const deleteNoteRow = (db: Trx, id: number): Promise<void> =>
  run(db.deleteFrom('session_notes').where('id', '=', id));

export const deleteNotesOf = (db: Db, sessions: SessionIds): Promise<void> =>
  run(db.deleteFrom('session_notes').where('session_id', 'in', sessions));
