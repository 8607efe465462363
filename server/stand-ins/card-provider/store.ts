/** The card provider's storage: a separate SQLite file, so that customers, cards and charges survive a restart. */
import Sqlite from 'better-sqlite3';
import type { Range } from './params.ts';

const SCHEMA = `
create table if not exists objects (
  sequence integer primary key autoincrement,
  id text not null unique,
  object text not null,
  created integer not null,
  customer text,
  payment_intent text,
  type text,
  body text not null
);
create index if not exists objects_by_kind on objects (object, customer, sequence);
create table if not exists cards (payment_method text primary key, card text not null, set_up integer not null, spent integer not null);
create table if not exists challenges (source text primary key, intent text not null, return_url text, open integer not null);
create table if not exists idempotency_keys (name text primary key, path text not null, fingerprint text not null, request text not null, status integer not null, body text not null, created integer not null);
create table if not exists deliveries (event text primary key, attempts integer not null, due integer not null);
create index if not exists deliveries_by_due on deliveries (due);
create table if not exists settings (name text primary key, value text not null);
`;

export interface StoredObject {
  id: string;
  object: string;
}

/** The number itself is never stored. */
export interface StoredCard {
  /** A name in TEST_CARDS. */
  card: string;
  set_up: boolean;
  /** Whether the card can no longer be used, because it was detached, or used for a payment without being saved. */
  spent: boolean;
}

export interface Challenge {
  source: string;
  intent: string;
  return_url: string | null;
  open: boolean;
}

export interface SavedAnswer {
  path: string;
  fingerprint: string;
  request: string;
  status: number;
  body: string;
}

export interface Filter {
  object: string;
  customer?: string | undefined;
  payment_intent?: string | undefined;
  types?: string[] | undefined;
  created?: Range | undefined;
}

export type Store = ReturnType<typeof openStore>;

export function openStore(file: string) {
  const db = new Sqlite(file);
  db.pragma('busy_timeout = 5000');
  keepLog(db);
  db.exec(SCHEMA);
  const prepare = preparedOnce(db);
  return {
    close: () => db.close(),
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    ...objects(prepare),
    ...cards(prepare),
    ...challenges(prepare),
    ...savedAnswers(prepare),
    ...deliveries(prepare),
    ...settings(prepare),
  };
}

/** Retries, because SQLite does not wait while another process is switching the same new file to WAL. */
function keepLog(db: Sqlite.Database, tries = 500): void {
  try {
    db.pragma('journal_mode = WAL');
  } catch (error) {
    if (tries === 0 || (error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    keepLog(db, tries - 1);
  }
}

type Prepare = (sql: string) => Sqlite.Statement;

function preparedOnce(db: Sqlite.Database): Prepare {
  const statements = new Map<string, Sqlite.Statement>();
  return (sql) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

const objects = (prepare: Prepare) => ({
  find<T extends StoredObject>(object: T['object'], id: string): T | undefined {
    const row = prepare('select body from objects where id = ? and object = ?').get(id, object);
    return row ? (bodyOf(row) as T) : undefined;
  },
  findAny(id: string): StoredObject | undefined {
    const row = prepare('select body from objects where id = ?').get(id);
    return row ? bodyOf(row) : undefined;
  },
  put<T extends StoredObject>(object: T): void {
    const columns = Object.assign<Record<string, unknown>, T>({}, object);
    prepare(
      `insert into objects (id, object, created, customer, payment_intent, type, body)
       values (@id, @object, @created, @customer, @payment_intent, @type, @body)
       on conflict (id) do update set customer = excluded.customer, body = excluded.body`,
    ).run({
      id: object.id,
      object: object.object,
      created: Number(columns['created'] ?? 0),
      customer: textOf(columns['customer']),
      payment_intent: textOf(columns['payment_intent']),
      type: textOf(columns['type']),
      body: JSON.stringify(object),
    });
  },
  /** Newest first, or oldest first if `cursor.before` is given. Returns one more than `limit` if there are more. */
  list(filter: Filter, limit: number, cursor: Cursor): StoredObject[] {
    const { where, values } = conditionsOf(filter, cursor);
    const order = cursor.before === undefined ? 'desc' : 'asc';
    const sql = `select body from objects where ${where} order by sequence ${order} limit ?`;
    return prepare(sql)
      .all(...values, limit + 1)
      .map(bodyOf);
  },
  sequenceOf(object: string, id: string): number | undefined {
    const row = prepare('select sequence from objects where id = ? and object = ?').get(id, object);
    return (row as { sequence: number } | undefined)?.sequence;
  },
});

const bodyOf = (row: unknown) => JSON.parse((row as { body: string }).body) as StoredObject;
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

interface Cursor {
  after?: number;
  before?: number;
}

function conditionsOf(filter: Filter, cursor: Cursor): { where: string; values: (string | number)[] } {
  const conditions: [sql: string, ...values: (string | number)[]][] = [['object = ?', filter.object]];
  if (filter.customer) conditions.push(['customer = ?', filter.customer]);
  if (filter.payment_intent) conditions.push(['payment_intent = ?', filter.payment_intent]);
  const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
  for (const [bound, operator] of Object.entries(operators)) {
    const at = filter.created?.[bound as keyof Range];
    if (at !== undefined) conditions.push([`created ${operator} ?`, at]);
  }
  if (cursor.after !== undefined) conditions.push(['sequence < ?', cursor.after]);
  if (cursor.before !== undefined) conditions.push(['sequence > ?', cursor.before]);
  if (filter.types) conditions.push([`type in (${filter.types.map(() => '?').join(', ')})`, ...filter.types]);
  return {
    where: conditions.map(([sql]) => sql).join(' and '),
    values: conditions.flatMap(([, ...values]) => values),
  };
}

const cards = (prepare: Prepare) => ({
  card(paymentMethod: string): StoredCard | undefined {
    const row = prepare('select card, set_up, spent from cards where payment_method = ?').get(paymentMethod) as
      | { card: string; set_up: number; spent: number }
      | undefined;
    return row && { card: row.card, set_up: row.set_up === 1, spent: row.spent === 1 };
  },
  putCard(paymentMethod: string, { card, set_up, spent }: StoredCard): void {
    const row = [paymentMethod, card, Number(set_up), Number(spent)];
    prepare('insert or replace into cards (payment_method, card, set_up, spent) values (?, ?, ?, ?)').run(row);
  },
});

const challenges = (prepare: Prepare) => ({
  challenge(source: string): Challenge | undefined {
    const row = prepare('select * from challenges where source = ?').get(source) as
      | (Omit<Challenge, 'open'> & { open: number })
      | undefined;
    return row && { ...row, open: row.open === 1 };
  },
  putChallenge({ source, intent, return_url, open }: Challenge): void {
    const row = [source, intent, return_url, Number(open)];
    prepare('insert or replace into challenges (source, intent, return_url, open) values (?, ?, ?, ?)').run(row);
  },
  closeChallenges(intent: string): void {
    prepare('update challenges set open = 0 where intent = ?').run(intent);
  },
});

const savedAnswers = (prepare: Prepare) => ({
  savedAnswer: (key: string) =>
    prepare('select path, fingerprint, request, status, body from idempotency_keys where name = ?').get(key) as
      | SavedAnswer
      | undefined,
  saveAnswer(key: string, answer: SavedAnswer, created: number): void {
    prepare(
      `insert into idempotency_keys (name, path, fingerprint, request, status, body, created)
       values (@key, @path, @fingerprint, @request, @status, @body, @created)`,
    ).run({ key, ...answer, created });
  },
  forgetAnswers(before: number): void {
    prepare('delete from idempotency_keys where created < ?').run(before);
  },
});

const deliveries = (prepare: Prepare) => ({
  enqueue(event: string, due: number): void {
    prepare('insert into deliveries (event, attempts, due) values (?, 0, ?)').run(event, due);
  },
  dueDeliveries: (now: number, limit: number) =>
    prepare('select event, attempts from deliveries where due <= ? order by due, rowid limit ?').all(now, limit) as {
      event: string;
      attempts: number;
    }[],
  nextDelivery: () => (prepare('select min(due) as due from deliveries').get() as { due: number | null }).due,
  postpone(event: string, attempts: number, due: number): void {
    prepare('update deliveries set attempts = ?, due = ? where event = ?').run(attempts, due, event);
  },
  delivered(event: string): void {
    prepare('delete from deliveries where event = ?').run(event);
  },
});

const settings = (prepare: Prepare) => ({
  setting(name: string, make: () => string): string {
    prepare('insert into settings (name, value) values (?, ?) on conflict do nothing').run(name, make());
    return (prepare('select value from settings where name = ?').get(name) as { value: string }).value;
  },
});
