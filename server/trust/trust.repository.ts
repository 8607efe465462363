/** What operators have imported. Objects without their source are rests of an import that was cut off, and are never read. */
import type { Db } from '../database/database.ts';
import type { TrustLogTable, TrustObjectTable, TrustSourceTable } from './trust.table.ts';

/** An insert of so many rows stays below the number of parameters that SQLite takes. */
const ROWS_AT_ONCE = 500;

export function listSources(db: Db): Promise<TrustSourceTable[]> {
  return db.selectFrom('trust_sources').selectAll().orderBy('name').orderBy('kind').execute();
}

/** What the service holds in memory: all but document signers. */
export function listAnchorsAndLists(db: Db) {
  return db
    .selectFrom('trust_objects')
    .innerJoin('trust_sources', 'trust_sources.id', 'trust_objects.source_id')
    .select(['trust_objects.source_id', 'trust_objects.kind', 'trust_objects.dn', 'trust_objects.content'])
    .where('trust_objects.kind', '!=', 'SIGNER')
    .orderBy('trust_objects.source_id')
    .orderBy('trust_objects.position')
    .execute();
}

export async function countSigners(db: Db): Promise<{ source_id: number; signers: number }[]> {
  const rows = await db
    .selectFrom('trust_objects')
    .innerJoin('trust_sources', 'trust_sources.id', 'trust_objects.source_id')
    .select((eb) => ['trust_objects.source_id', eb.fn.countAll<number>().as('signers')])
    .where('trust_objects.kind', '=', 'SIGNER')
    .groupBy('trust_objects.source_id')
    .execute();
  return rows.map(({ source_id, signers }) => ({ source_id, signers: Number(signers) }));
}

export async function listSigners(db: Db, source_id: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('trust_objects')
    .select('content')
    .where('kind', '=', 'SIGNER')
    .where('source_id', '=', source_id)
    .execute();
  return rows.map(({ content }) => content);
}

/** By what documents name the signers of these sources. */
export function listSignerKeys(db: Db, source_ids: number[]) {
  return db
    .selectFrom('trust_objects')
    .select(['serial_number', 'key_id'])
    .where('kind', '=', 'SIGNER')
    .where('source_id', 'in', source_ids)
    .execute();
}

/** Document signers by what a document says of them. */
export async function findSigners(
  db: Db,
  { serial_number, key_id }: { serial_number?: string | undefined; key_id?: string | undefined },
): Promise<Buffer[]> {
  const [column, value] =
    serial_number === undefined ? (['key_id', key_id] as const) : (['serial_number', serial_number] as const);
  if (value === undefined) return [];
  const rows = await db
    .selectFrom('trust_objects')
    .innerJoin('trust_sources', 'trust_sources.id', 'trust_objects.source_id')
    .select('trust_objects.content')
    .where('trust_objects.kind', '=', 'SIGNER')
    .where(`trust_objects.${column}`, '=', value)
    .limit(50)
    .execute();
  return rows.map(({ content }) => content);
}

export async function insertSource(db: Db, source: TrustSourceTable): Promise<void> {
  await db.insertInto('trust_sources').values(source).execute();
}

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

/** Leaves of a source its lists, which only a newer list of their issuer replaces. */
export async function deleteUnlisted(db: Db, source_id: number): Promise<void> {
  await db
    .deleteFrom('trust_objects')
    .where('source_id', '=', source_id)
    .where('kind', 'in', ['CSCA', 'SIGNER'])
    .execute();
}

/** Puts what an earlier source has left under another one, from this position on, and ends the earlier one. */
export async function takeOver(db: Db, { from, to, position }: { from: number; to: number; position: number }) {
  await db
    .updateTable('trust_objects')
    .set((eb) => ({ source_id: to, position: eb('position', '+', position) }))
    .where('source_id', '=', from)
    .execute();
  await deleteSource(db, from);
}

/** The entries of the PKD of which something is imported. */
export async function listNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('trust_objects').select('dn').distinct().where('dn', 'is not', null).execute();
  return rows.flatMap(({ dn }) => dn ?? []);
}

/** Of one entry of the PKD, from all sources but these. Without kinds all of it. */
export async function deleteObjects(
  db: Db,
  { dn, kinds, but }: { dn: string; kinds?: TrustObjectTable['kind'][] | undefined; but: number[] },
): Promise<void> {
  await db
    .deleteFrom('trust_objects')
    .where('dn', '=', dn)
    .$if(but.length > 0, (query) => query.where('source_id', 'not in', but))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .execute();
}

export async function deleteObject(db: Db, source_id: number, content: Buffer): Promise<void> {
  await db.deleteFrom('trust_objects').where('source_id', '=', source_id).where('content', '=', content).execute();
}

/** Sources of which later ones have replaced everything. */
export async function deleteEmptySources(db: Db): Promise<void> {
  await db
    .deleteFrom('trust_sources')
    .where('id', 'not in', (eb) => eb.selectFrom('trust_objects').select('source_id'))
    .execute();
}

export async function deleteRests(db: Db): Promise<void> {
  await db
    .deleteFrom('trust_objects')
    .where('source_id', 'not in', (eb) => eb.selectFrom('trust_sources').select('id'))
    .execute();
}

/** The number of the newest entry of the log, which changes with what is trusted. */
export async function readVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('trust_log')
    .select((eb) => eb.fn.max('sequence').as('version'))
    .executeTakeFirst();
  return Number(row?.version ?? 0);
}

export function readLog(db: Db): Promise<TrustLogTable[]> {
  return db.selectFrom('trust_log').selectAll().orderBy('sequence').execute();
}

/** Entries after a number, oldest first. */
export function readLogAfter(db: Db, after: number, limit: number): Promise<TrustLogTable[]> {
  return db
    .selectFrom('trust_log')
    .selectAll()
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

export async function insertLogEntry(db: Db, entry: TrustLogTable): Promise<void> {
  await db.insertInto('trust_log').values(entry).execute();
}
