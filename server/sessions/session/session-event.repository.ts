import type { Selectable } from 'kysely';
import { compiled } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import type { SessionIds } from './session.repository.ts';
import type { SessionEventTable } from './session.table.ts';

type NotedEvent = Selectable<SessionEventTable>;

/** Only the first event of each kind is kept. */
export async function insertEvent(db: Db, event: NotedEvent): Promise<void> {
  await insertOnce.all(db, event);
}

const insertOnce = compiled((db, { session_id, kind, at, files }: NotedEvent) =>
  db
    .insertInto('session_events')
    .values({ session_id, kind, at, files })
    .onConflict((conflict) => conflict.columns(['session_id', 'kind']).doNothing()),
);

export const findEvents = (db: Db, session_id: number): Promise<NotedEvent[]> =>
  db.selectFrom('session_events').selectAll().where('session_id', '=', session_id).execute();

export async function deleteEvents(db: Db, sessions: SessionIds): Promise<void> {
  await db.deleteFrom('session_events').where('session_id', 'in', sessions).execute();
}
