/** Imported trust material. Objects without a source are from an import that is running or was interrupted, and are never read. */
import type { Db } from '../database/database.ts';
import { columnOf, firstOf, run } from '../database/rows.ts';
import type { TrustLogTable, TrustObjectTable, TrustSourceTable } from './trust.table.ts';

/** Stays below SQLite's limit on parameters. */
const ROWS_AT_ONCE = 500;

export const listSources = (db: Db): Promise<TrustSourceTable[]> =>
  db.selectFrom('trust_sources').selectAll().orderBy('name').orderBy('kind').execute();

/** What the service keeps in memory: everything except document signers. */
export const listAnchorsAndLists = (db: Db) =>
  db
    .selectFrom('trust_objects')
    .innerJoin('trust_sources', 'trust_sources.id', 'trust_objects.source_id')
    .select(['trust_objects.source_id', 'trust_objects.kind', 'trust_objects.dn', 'trust_objects.content'])
    .where('trust_objects.kind', '!=', 'SIGNER')
    .orderBy('trust_objects.source_id')
    .orderBy('trust_objects.position')
    .execute();

export const countSigners = (db: Db): Promise<{ source_id: number; signers: number }[]> =>
  db
    .selectFrom('trust_objects')
    .innerJoin('trust_sources', 'trust_sources.id', 'trust_objects.source_id')
    .select((eb) => ['trust_objects.source_id', eb.fn.countAll<number>().as('signers')])
    .where('trust_objects.kind', '=', 'SIGNER')
    .groupBy('trust_objects.source_id')
    .execute();

export const listSigners = (db: Db, source_id: number): Promise<Buffer[]> =>
  db
    .selectFrom('trust_objects')
    .select('content')
    .where('kind', '=', 'SIGNER')
    .where('source_id', '=', source_id)
    .$call(columnOf('content'));

/** The keys by which documents refer to the signers of these sources. */
export const listSignerKeys = (db: Db, source_ids: number[]) =>
  db
    .selectFrom('trust_objects')
    .select(['serial_number', 'key_id'])
    .where('kind', '=', 'SIGNER')
    .where('source_id', 'in', source_ids)
    .execute();

export async function findSigners(
  db: Db,
  { serial_number, key_id }: { serial_number?: string | undefined; key_id?: string | undefined },
): Promise<Buffer[]> {
  const [column, value] =
    serial_number === undefined ? (['key_id', key_id] as const) : (['serial_number', serial_number] as const);
  if (value === undefined) return [];
  return db
    .selectFrom('trust_objects')
    .innerJoin('trust_sources', 'trust_sources.id', 'trust_objects.source_id')
    .select('trust_objects.content')
    .where('trust_objects.kind', '=', 'SIGNER')
    .where(`trust_objects.${column}`, '=', value)
    .limit(50)
    .$call(columnOf('content'));
}

export const insertSource = (db: Db, source: TrustSourceTable) => run(db.insertInto('trust_sources').values(source));

export async function insertObjects(db: Db, objects: TrustObjectTable[]): Promise<void> {
  for (let at = 0; at < objects.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('trust_objects')
      .values(objects.slice(at, at + ROWS_AT_ONCE))
      .execute();
}

export async function deleteSource(db: Db, id: number): Promise<void> {
  await db.deleteFrom('trust_objects').where('source_id', '=', id).execute();
  await db.deleteFrom('trust_sources').where('id', '=', id).execute();
}

/** Deletes a source's certificates. Its lists stay, because only a newer list from the same issuer replaces a list. */
export const deleteUnlisted = (db: Db, source_id: number): Promise<void> =>
  db.deleteFrom('trust_objects').where('source_id', '=', source_id).where('kind', 'in', ['CSCA', 'SIGNER']).$call(run);

/** Moves the remaining objects of an earlier source to `to`, with `position` added to their positions, and deletes the earlier source. */
export async function takeOver(db: Db, { from, to, position }: { from: number; to: number; position: number }) {
  await db
    .updateTable('trust_objects')
    .set((eb) => ({ source_id: to, position: eb('position', '+', position) }))
    .where('source_id', '=', from)
    .execute();
  await deleteSource(db, from);
}

export async function listNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('trust_objects').select('dn').distinct().where('dn', 'is not', null).execute();
  return rows.flatMap(({ dn }) => dn ?? []);
}

export const deleteObjects = (
  db: Db,
  { dn, kinds, values, but }: { dn: string; kinds?: TrustObjectTable['kind'][]; values?: Uint8Array[]; but: number[] },
): Promise<void> =>
  db
    .deleteFrom('trust_objects')
    .where('dn', '=', dn)
    .$if(but.length > 0, (query) => query.where('source_id', 'not in', but))
    // `or` also works for an empty list of kinds, which PostgreSQL's `in` does not accept.
    .$if(kinds !== undefined, (query) =>
      query.where(({ eb, or }) => or((kinds ?? []).map((kind) => eb('kind', '=', kind)))),
    )
    .$if(values !== undefined, (query) =>
      query.where(({ eb, or }) => or((values ?? []).map((value) => eb('content', '=', Buffer.from(value))))),
    )
    .$call(run);

export const deleteObject = (db: Db, source_id: number, content: Buffer): Promise<void> =>
  run(db.deleteFrom('trust_objects').where('source_id', '=', source_id).where('content', '=', content));

export const deleteEmptySources = (db: Db): Promise<void> =>
  db
    .deleteFrom('trust_sources')
    .where('id', 'not in', (eb) => eb.selectFrom('trust_objects').select('source_id'))
    .$call(run);

export const deleteRests = (db: Db): Promise<void> =>
  db
    .deleteFrom('trust_objects')
    .where('source_id', 'not in', (eb) => eb.selectFrom('trust_sources').select('id'))
    .$call(run);

/** @returns a number that changes whenever trust changes. */
export async function readVersion(db: Db): Promise<number> {
  const newest = db.selectFrom('trust_log').select((eb) => eb.fn.max('sequence').as('version'));
  return (await newest.$call(firstOf('version'))) ?? 0;
}

export const readLog = (db: Db): Promise<TrustLogTable[]> =>
  db.selectFrom('trust_log').selectAll().orderBy('sequence').execute();

export const readLogAfter = (db: Db, after: number, limit: number): Promise<TrustLogTable[]> =>
  db.selectFrom('trust_log').selectAll().where('sequence', '>', after).orderBy('sequence').limit(limit).execute();

export const insertLogEntry = (db: Db, entry: TrustLogTable) => run(db.insertInto('trust_log').values(entry));
