import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database, Trx } from './database.ts';
import { createGroupCommit } from './group-commit.ts';
import { sharedSqliteDialect } from './sqlite-dialect.ts';
import { createLogSync, useWriteAheadLog } from './write-ahead-log.ts';

async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-dialect-'));
  const file = join(folder, 'sigill.db');
  const writer = new Sqlite(file);
  useWriteAheadLog(writer, 1000);
  writer.pragma('synchronous = NORMAL');
  writer.exec('create table shades (name text)');
  const log = createLogSync(file, writer);
  const disk = { syncs: 0, fails: false };
  const db = new Kysely<Database>({
    dialect: sharedSqliteDialect({
      writer,
      log: {
        ...log,
        async sync() {
          disk.syncs++;
          if (disk.fails) throw new Error('The disk is gone');
          await log.sync();
        },
      },
      reader: () => writer,
      close: () => writer.close(),
    }),
  });
  onTestFinished(async () => {
    await db.destroy();
    log.close();
    rmSync(folder, { recursive: true });
  });
  const commit = createGroupCommit(db, writer);
  await commit((db) => sql`insert into shades values ('red')`.execute(db));
  disk.syncs = 0;
  return { file, commit, disk };
}

const read = (db: Trx) => sql`select * from shades`.execute(db);
const write = (db: Trx) => sql`insert into shades values ('blue')`.execute(db);

test('a commit waits for the disk only if something was written', async () => {
  const { commit, disk } = await open();
  const syncsOf = async (work: (db: Trx) => Promise<unknown>) => {
    const before = disk.syncs;
    await commit(work).catch(() => {});
    return disk.syncs - before;
  };
  expect(await syncsOf(read)).toBe(0);
  expect(await syncsOf((db) => sql`update shades set name = 'grey' where name = 'green'`.execute(db))).toBe(0);
  expect(await syncsOf((db) => sql`delete from shades where name = 'green' returning name`.execute(db))).toBe(0);
  expect(await syncsOf(write)).toBe(1);
  expect(await syncsOf((db) => sql`delete from shades where name = 'blue' returning name`.execute(db))).toBe(1);
  expect(await syncsOf((db) => sql`create table tones (name text)`.execute(db))).toBe(1);
  expect(await syncsOf((db) => write(db).then(() => Promise.reject(new Error('changed my mind'))))).toBe(0);
});

test('a commit that read what another process wrote waits for the disk', async () => {
  const { file, commit, disk } = await open();
  const other = new Sqlite(file);
  other.exec(`insert into shades values ('green')`);
  other.close();
  await commit(read);
  expect(disk.syncs).toBe(1);
  await commit(read);
  expect(disk.syncs).toBe(1);
});

test('after a failed sync, a commit that only reads fails too: it may have read what is not on disk', async () => {
  const { commit, disk } = await open();
  disk.fails = true;
  await expect(commit(write)).rejects.toThrow('The disk is gone');
  await expect(commit((db) => write(db).then(() => Promise.reject(new Error('changed my mind'))))).rejects.toThrow();
  await expect(commit(read)).rejects.toThrow('The disk is gone');
});
