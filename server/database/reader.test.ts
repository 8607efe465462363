import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { createSqliteReader, type Reader } from './reader.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-reader-'));
  const file = join(folder, 'sigill.db');
  const { db, reader, checkpoint, close } = openDatabase({ file });
  await sql`create table shades (id integer primary key, name text, code blob)`.execute(db);
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  return { file, db, reader, checkpoint, close };
}

/** Counts up to a number, which no index shortens. */
const counting = (most: number) =>
  sql<{ count: number }>`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most})
    select count(*) as count from n`;

const namesOf = async (db: Kysely<Database>) =>
  (await sql<{ name: string }>`select name from shades order by id`.execute(db)).rows.map(({ name }) => name);

const insert = (db: Kysely<Database>, name: string) => sql`insert into shades (name) values (${name})`.execute(db);

test('a query in a thread sees every write that was acknowledged before', async () => {
  const { db, reader } = await open();
  for (let count = 1; count <= 50; count++) {
    await insert(db, `shade ${count}`);
    expect(await namesOf(reader.of(1))).toHaveLength(count);
  }
});

test('a query in a thread returns the same rows as one in this thread, with bytes, texts and missing values', async () => {
  const { db, reader } = await open();
  const rows = [
    { id: 1, name: 'Ärende 日本', code: Buffer.from([0, 255]) },
    { id: 2, name: null, code: null },
  ];
  for (const { id, name, code } of rows) await sql`insert into shades values (${id}, ${name}, ${code})`.execute(db);
  const all = sql`select * from shades where code is ${null} or code = ${rows[0]!.code} order by id`;
  const [there, here] = await Promise.all([all.execute(reader.of(1)), all.execute(db)]);
  expect(there.rows).toStrictEqual(here.rows);
  expect(there.rows).toStrictEqual(rows);
});

test('nothing can be written in a thread', async () => {
  const { db, reader } = await open();
  const writing = sql`insert into shades (name) values ('red') returning id`.execute(reader.of(1));
  await expect(writing).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  expect(await namesOf(db)).toEqual([]);
});

test('reports the processor time that each query took', async () => {
  const { reader } = await open();
  const charged: number[] = [];
  const one = reader.of(1, (used_ms) => void charged.push(used_ms));
  await counting(1).execute(one);
  await counting(500_000).execute(one);
  expect(charged).toHaveLength(2);
  expect(charged[1]).toBeGreaterThan(charged[0]!);
});

test('an account with many queries does not keep another waiting until they are done, and is refused more', async () => {
  const { reader } = await open();
  const ended: string[] = [];
  const ask = async (account: number, name: string) => {
    await counting(30_000).execute(reader.of(account));
    ended.push(name);
  };
  // Starts both threads.
  await Promise.all([ask(1, 'first'), ask(2, 'first')]);
  const greedy = [];
  for (let one = 0; one < 20; one++) {
    greedy.push(ask(1, 'greedy'));
    // A query waits from the next turn on.
    await new Promise(setImmediate);
  }
  await ask(2, 'modest');
  await Promise.all(greedy);
  expect(ended.at(-1)).toBe('greedy');

  const flood = await Promise.allSettled(
    Array.from({ length: 100 }, async () => {
      await new Promise(setImmediate);
      return ask(1, 'flood');
    }),
  );
  await ask(2, 'modest');
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']));
  const [refused] = flood.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 2 });
});

test('when a thread dies, its query fails as if the database were unavailable, and the next one works', async () => {
  const { reader } = await open();
  const tooMuch = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 300)
    select hex(zeroblob(1000000)) from n`;
  const error = await tooMuch.execute(reader.of(1)).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await counting(5).execute(reader.of(1))).rows).toEqual([{ count: 5 }]);
});

test('a query that takes too long is answered with an error, and keeps its account from asking more until it ends', async () => {
  const { file, db } = await open();
  await insert(db, 'red');
  const impatient = createSqliteReader(file, { longest_ms: 500 });
  onTestFinished(() => impatient.close());
  // Starting both threads may take longer.
  const start = () => Promise.all([1, 2].map((account) => namesOf(impatient.of(account)))).catch(() => undefined);
  while (!(await start()));
  let isOver = false;
  const long = counting(10_000_000).execute(impatient.of(1));
  await expect(long).rejects.toMatchObject({ status: 503, shouldRetry: false });
  const next = namesOf(impatient.of(1)).then(() => {
    isOver = true;
  });
  expect(await namesOf(impatient.of(2))).toEqual(['red']);
  expect(isOver).toBe(false);
  await next;
});

/** Reads a table for a while, again and again, so that at any time one of two threads reads the log. */
async function whileReading(reader: Reader, steps: number, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  let read = 0;
  const long = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${steps})
    select count(*) from n cross join (select 1 from shades limit 1)`;
  const readers = [1, 2, 3, 4].map(async (account) => {
    for (; !isOver; read++) await long.execute(reader.of(account));
  });
  while (read < readers.length) await new Promise(setImmediate);
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(readers);
}

const logOf = async (db: Kysely<Database>) =>
  (await sql<{ log: number }>`pragma wal_checkpoint(noop)`.execute(db)).rows[0]!.log;

test('the log is emptied although queries read it all the time', async () => {
  const { db, reader, checkpoint } = await open();
  await insert(db, 'red');
  await whileReading(reader, 400_000, async () => {
    await insert(db, 'red');
    await checkpoint();
    expect(await logOf(db)).toBe(0);
  });
});

test('the log stays short although queries read it all the time', async () => {
  const { file, db, reader } = await open();
  await insert(db, 'red');
  await whileReading(reader, 50_000, async () => {
    for (let mb = 0; mb < 120; mb++)
      await sql`insert into shades (code) values (${Buffer.alloc(1_000_000, mb)})`.execute(db);
  });
  expect(statSync(`${file}-wal`).size).toBeLessThan(60_000_000);
});

test('closing ends the threads first, so that no log is left beside the file', async () => {
  const { file, db, reader, close } = await open();
  await insert(db, 'red');
  await namesOf(reader.of(1));
  expect(existsSync(`${file}-wal`)).toBe(true);
  await close();
  expect(existsSync(`${file}-wal`)).toBe(false);
});
