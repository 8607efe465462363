import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { terms } from '../../../openapi/facts/terms.ts';
import { timestamp } from '../../core/clock.ts';
import { compiled, compiledFor, namesOf } from '../../database/compiled.ts';
import type { Db } from '../../database/database.ts';
import { changesRows, columnOf, countRows, firstOf, run } from '../../database/rows.ts';
import { unclaimed } from '../../database/unclaimed.ts';
import type { PersonLocale, SessionState } from '../../generated/operations.gen.ts';
import type { SessionEventTable, SessionTable } from './session.table.ts';

export type Session = Selectable<SessionTable>;
export type SessionIds = readonly number[];

type NewSessionRow = NewColumns & {
  /** Null uses the account's default. */
  require_clone_protection: number | null;
  refuse_weak: number | null;
  /** Null uses the account's default. */
  locale: PersonLocale | null;
};

type NewColumns = Pick<
  Session,
  | 'id'
  | 'merchant_id'
  | 'demo'
  | 'secret_hash'
  | 'reference'
  | 'callback_url'
  | 'face_verification'
  | 'passport_only'
  | 'specimen'
  | 'specimen_only'
  | 'link_id'
  | 'link_network'
  | 'claims'
  | 'policy_id'
  | 'policy_version'
  | 'created'
  | 'expires'
>;

export const insertSession = compiled((db, row: NewSessionRow) =>
  db.insertInto('sessions').values({
    id: row.id,
    merchant_id: row.merchant_id,
    demo: row.demo,
    secret_hash: row.secret_hash,
    state: 'CREATED',
    reference: row.reference,
    callback_url: row.callback_url,
    face_verification: row.face_verification,
    passport_only: row.passport_only,
    require_clone_protection: sql`coalesce(${row.require_clone_protection}, (select require_clone_protection from merchants where id = ${row.merchant_id}), 0)`,
    refuse_weak: sql`coalesce(${row.refuse_weak}, (select refuse_weak from merchants where id = ${row.merchant_id}), 0)`,
    locale: sql`coalesce(${row.locale}, (select default_locale from merchants where id = ${row.merchant_id}))`,
    retention_hours: sql`coalesce((select retention_hours from merchants where id = ${row.merchant_id}), ${sql.lit(terms.identity_data_hours)})`,
    delivery_kid: sql`(select kid from delivery_keys where merchant_id = ${row.merchant_id} and is_current = 1)`,
    challenges: 0,
    chip_authentications: 0,
    specimen: row.specimen,
    specimen_only: row.specimen_only,
    link_id: row.link_id,
    link_network: row.link_network,
    claims: row.claims,
    policy_id: row.policy_id,
    policy_version: row.policy_version,
    created: row.created,
    expires: row.expires,
    verification_tries: 0,
  }),
);

interface OwnedId {
  id: number;
  merchant_id: number;
}

export const findSession = (db: Db, owned: OwnedId): Promise<Session | undefined> => findOwned.first(db, owned);

const findOwned = compiled((db, { id, merchant_id }: OwnedId) =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).where('merchant_id', '=', merchant_id),
);

export type SessionProgress = Pick<Session, 'id' | 'state' | 'expires'>;

export const findSessionProgress = compiled((db, { id, merchant_id }: OwnedId) =>
  db
    .selectFrom('sessions')
    .select(['id', 'state', 'expires'])
    .where('id', '=', id)
    .where('merchant_id', '=', merchant_id),
);

/** Finds a session regardless of its account: for callers who have its token, and for workers. */
export const findSessionById = (db: Db, id: number): Promise<Session | undefined> => findById.first(db, { id });

/** Like `findSessionById`, with the time at which the account was suspended. */
export const findSessionOfToken = compiled((db, { id }: { id: number }) =>
  db
    .selectFrom('sessions')
    .leftJoin('merchants', 'merchants.id', 'sessions.merchant_id')
    .selectAll('sessions')
    .select('merchants.suspended')
    .where('sessions.id', '=', id),
);

const findById = compiled((db, { id }: { id: number }) => db.selectFrom('sessions').selectAll().where('id', '=', id));

export const findReturnAddresses = async (db: Db, merchant_id: number): Promise<string | null> =>
  (await findAddresses.first(db, { merchant_id }))?.return_addresses ?? null;

const findAddresses = compiled((db, { merchant_id }: { merchant_id: number }) =>
  db.selectFrom('merchants').select('return_addresses').where('id', '=', merchant_id),
);

/** The only function that changes the state. Of concurrent changes the first wins, and the others find no row. */
export const updateState = (
  db: Db,
  id: number,
  from: readonly SessionState[],
  to: SessionState,
  changes: StateChanges,
): Promise<Session | undefined> => updateFrom(from, namesOf(changes)).first(db, { ...changes, id, to });

type StateChanges = Omit<Updateable<SessionTable>, 'id' | 'state' | 'previous_state'>;

const updateFrom = compiledFor((from: readonly SessionState[], columns: readonly (keyof StateChanges)[]) =>
  compiled((db, row: StateChanges & { id: number; to: SessionState }) =>
    db
      .updateTable('sessions')
      .set(({ ref }) => ({
        ...Object.fromEntries(columns.map((column) => [column, row[column]])),
        previous_state: ref('state'),
        state: row.to,
      }))
      .where('id', '=', row.id)
      .where('state', 'in', from)
      .returningAll(),
  ),
);

/** @returns false if the session had already been started or had ended. */
export const updateSecret = (db: Db, id: number, secret_hash: Buffer): Promise<boolean> =>
  db
    .updateTable('sessions')
    .set({ secret_hash })
    .where('id', '=', id)
    .where('state', '=', 'CREATED')
    .$call(changesRows);

export async function countVerdict(db: Db, link_id: number, state: SessionState): Promise<void> {
  if (state !== 'APPROVED' && state !== 'REJECTED') return;
  const column = state === 'APPROVED' ? 'approved' : 'rejected';
  await db
    .updateTable('links')
    .set(({ eb }) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', link_id)
    .execute();
}

export const updateLinkSent = (db: Db, id: number, link_sent: string): Promise<void> =>
  run(db.updateTable('sessions').set({ link_sent }).where('id', '=', id));

/** The networks of the link's open sessions. Null for sessions that were created before networks were recorded. */
export async function findOpenNetworks(db: Db, link_id: number): Promise<(string | null)[]> {
  const rows = await openOf(db, link_id).select('link_network').execute();
  return rows.map(({ link_network }) => link_network);
}

export interface Idle {
  link_id: number;
  /** The session was created by then, and no device has started it. */
  created: string;
  /** The session was started by then, and its device has submitted nothing. */
  initiated: string;
  /** A pattern for the names of networks. */
  network?: string | undefined;
}

/** The link's oldest idle session. */
export const findIdle = (db: Db, { link_id, created, initiated, network = '%' }: Idle): Promise<number | undefined> =>
  openOf(db, link_id)
    .where(({ and, eb, or }) =>
      or([
        and([eb('state', '=', 'CREATED'), eb('created', '<=', created)]),
        and([eb('state', '=', 'INITIATED'), eb('initiated', '<=', initiated)]),
      ]),
    )
    .where(sql<SqlBool>`coalesce(link_network, '') like ${network}`)
    .orderBy('created')
    .$call(unclaimed(db))
    .$call(firstOf('id'));

const openOf = (db: Db, link_id: number) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('link_id', '=', link_id)
    .where(sql<SqlBool>`state in ('CREATED', 'INITIATED', 'COMPLETED')`);

/** @returns undefined if the opening was already recorded, or the session has moved on. */
export const updateOpened = (db: Db, id: number, opened: string): Promise<Session | undefined> =>
  db
    .updateTable('sessions')
    .set({ opened })
    .where('id', '=', id)
    .where('state', '=', 'CREATED')
    .where('opened', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** A literal rather than a parameter, because SQLite uses a partial index only when it sees the values of its condition. */
const isOpen = sql<SqlBool>`state in ('CREATED', 'INITIATED')`;

export const listExpired = (db: Db, now: Date, limit: number): Promise<number[]> =>
  db
    .selectFrom('sessions')
    .select('id')
    .where(isOpen)
    .where('expires', '<=', timestamp(now))
    .orderBy('expires')
    .limit(limit)
    .$call(unclaimed(db))
    .$call(columnOf('id'));

export const nextExpiry = (db: Db): Promise<string | undefined> =>
  db.selectFrom('sessions').select('expires').where(isOpen).orderBy('expires').$call(firstOf('expires'));

export const listToRedact = async (db: Db, now: Date, limit: number): Promise<Session[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('redacted', 'is', null)
    .where('identity_data_until', '<=', timestamp(now))
    .orderBy('identity_data_until')
    .limit(limit)
    .$call(unclaimed(db))
    .execute();

/**
 * Ended sessions without a deletion date, left by an older version. The condition is a literal, because SQLite uses a partial index
 * only when it sees the values of its condition.
 */
export const listUndated = async (db: Db, limit: number): Promise<Session[]> =>
  undated(db).selectAll().orderBy('ended').limit(limit).execute();

const undated = (db: Db) =>
  db
    .selectFrom('sessions')
    .where('redacted', 'is', null)
    .where('ended', 'is not', null)
    .where('identity_data_until', 'is', null);

export const setDate = (db: Db, id: number, until: string): Promise<void> =>
  db
    .updateTable('sessions')
    .set({ identity_data_until: until })
    .where('id', '=', id)
    .where('identity_data_until', 'is', null)
    .$call(run);

export async function countUnredacted(db: Db, then: Date): Promise<{ overdue: number; undated: number }> {
  const count = sql<number>`count(*)`.as('count');
  const overdue = db
    .selectFrom('sessions')
    .select(count)
    .where('redacted', 'is', null)
    .where('identity_data_until', '<=', timestamp(then));
  const [late, without] = await Promise.all(
    [overdue, undated(db).select(count)].map((query) => query.executeTakeFirstOrThrow()),
  );
  return { overdue: late!.count, undated: without!.count };
}

export const nextRedaction = (db: Db): Promise<string | undefined> =>
  db
    .selectFrom('sessions')
    .select('identity_data_until')
    .where('redacted', 'is', null)
    .where('identity_data_until', 'is not', null)
    .orderBy('identity_data_until')
    .$call(firstOf('identity_data_until'));

export const countToRedact = (db: Db, now: string): Promise<number> =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('redacted', 'is', null)
    .where('identity_data_until', '<=', now)
    .$call(countRows(db));

/** Brings the deletion forward. Never postpones it. */
export const updateRetention = (db: Db, id: number, until: string): Promise<void> =>
  db
    .updateTable('sessions')
    .set({ identity_data_until: until })
    .where('id', '=', id)
    .where('identity_data_until', '>', until)
    .$call(run);

/** The columns that could identify a person. They are cleared wherever a session is redacted, so add any new one here. */
const PERSONAL = {
  user_ip: null,
  user_agent: null,
  failure_message: null,
  reader_key_hash: null,
  document_country: null,
} satisfies Partial<Session>;

export const updateRedacted = (db: Db, id: number, redacted: string): Promise<Session | undefined> =>
  db
    .updateTable('sessions')
    .set({ redacted, ...PERSONAL })
    .where('id', '=', id)
    .where('ended', 'is not', null)
    .where('redacted', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const listIdsOf = (db: Db, merchant_id: number): Promise<number[]> =>
  db.selectFrom('sessions').select('id').where('merchant_id', '=', merchant_id).$call(columnOf('id'));

export const deleteUnended = (db: Db, merchant_id: number): Promise<void> =>
  run(db.deleteFrom('sessions').where('merchant_id', '=', merchant_id).where('ended', 'is', null));

/**
 * Reduces the sessions of a deleted account to what its bills count, and marks them as redacted. No token matches the new
 * `secret_hash`.
 */
export const stripSessions = (
  db: Db,
  sessions: SessionIds,
  { redacted, secret_hash }: { redacted: string; secret_hash: Buffer },
): Promise<void> =>
  db
    .updateTable('sessions')
    .set({
      redacted,
      secret_hash,
      ...PERSONAL,
      reference: null,
      callback_url: null,
      locale: null,
      chip: null,
      link_id: null,
      link_sent: null,
    })
    .where('id', 'in', sessions)
    .$call(run);

type NotedEvent = Selectable<SessionEventTable>;

/** Only the first event of each kind is kept. */
export const insertEvent = compiled((db, { session_id, kind, at, files }: NotedEvent) =>
  db
    .insertInto('session_events')
    .values({ session_id, kind, at, files })
    .onConflict((conflict) => conflict.columns(['session_id', 'kind']).doNothing()),
);

export const findEvents = (db: Db, session_id: number): Promise<NotedEvent[]> =>
  db.selectFrom('session_events').selectAll().where('session_id', '=', session_id).execute();

export const deleteEvents = (db: Db, sessions: SessionIds): Promise<void> =>
  run(db.deleteFrom('session_events').where('session_id', 'in', sessions));
