/**
 * Moves a stopped installation from SQLite to PostgreSQL. Everything is copied in one transaction, so that an interrupted copy
 * leaves nothing in PostgreSQL, and what was committed is then compared with the source, row by row.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import { invariant } from '../core/errors.ts';
import { CommandRefused } from '../core/planned-change.ts';
import { StartError } from '../core/start-error.ts';
import { type OpenDatabase, openDatabase, type Trx } from '../database/database.ts';
import { migrate, readSchema } from '../database/migrate.ts';
import { describePlace, postgresFailure } from '../database/open-data.ts';
import { openSqliteAlone, type SqliteAlone } from '../database/sqlite-alone.ts';
import { type FolderUse, openErasureKeys } from '../secrets/erasure-keys.ts';
import type { Sealer } from '../secrets/sealing.ts';
import { createServerSealer, localServerKey, openServerKey, type ServerKeys } from '../secrets/server-key.ts';
import { unwrapKey, wrapKey } from '../sessions/evidence/session-vault.ts';
import { type Compared, compareRows } from './move-compare.ts';
import { countSourceRows, listSourceTables, readSourceRows, summarizeIdentityData } from './move-source.repository.ts';
import {
  analyze,
  findColumnTypes,
  hasRows,
  insertRows,
  keepServersOut,
  listReferences,
  listTargetTables,
  readTargetRows,
  removeRows,
} from './move-target.repository.ts';
import { claimFolder, releaseFolder } from './moved-keys.ts';
import type { MovedRow, MovedTable } from './moved-table.ts';

export type Move = Awaited<ReturnType<typeof openMove>>;

interface MoveOptions {
  /** The configuration of the installation on SQLite. */
  config: Config;
  /** The configuration of the same installation on PostgreSQL. */
  target: Config & { database_url: string };
  say(line: string): void;
}

/** @throws CommandRefused or StartError when the installation cannot be moved, before anything has been written. */
export async function openMove(options: MoveOptions) {
  const { config, target } = options;
  const file = join(config.data_dir, 'sigill.db');
  const source = openSource(config, file);
  const database = openDatabase({ url: target.database_url, file: '' });
  const close = async () => {
    await database.close();
    await source.close();
  };
  try {
    const moving = await prepare(options, source, database);
    const { rows, tables } = moving;
    return {
      file,
      rows: [...rows.values()].reduce((sum, count) => sum + count, 0),
      tables: tables.length,
      identity_data: await summarizeIdentityData(source.db),
      compare: () => withReasons(target, () => compare(moving)),
      copy: () => withReasons(target, () => copy(moving)),
      close,
    };
  } catch (error) {
    await close();
    throw reasonFor(target, error);
  }
}

interface Moving extends MoveOptions {
  source: SqliteAlone;
  database: OpenDatabase;
  sealer: Sealer;
  tables: MovedTable[];
  rows: Map<MovedTable, number>;
}

function openSource({ data_dir }: Config, file: string): SqliteAlone {
  if (!existsSync(file))
    throw new StartError(
      `There is no database in ${data_dir}. Set DATA_DIR to the folder of the installation to move.`,
    );
  const source = openSqliteAlone(file);
  if (!source)
    throw new CommandRefused(
      `Another process uses the database in ${data_dir}. Stop the service and all operator commands, then run this again. Nothing was changed.`,
    );
  return source;
}

async function prepare(options: MoveOptions, source: SqliteAlone, database: OpenDatabase): Promise<Moving> {
  const { config } = options;
  const { newest, missing, unknown } = await readSchema(source.db);
  if (newest === undefined || missing.length > 0 || unknown.length > 0)
    throw new CommandRefused(
      `The database in ${config.data_dir} ${newest ? `is at ${newest}` : 'is empty'}. Add --migrate to upgrade it if it is older; move it with the version that it belongs to if it is newer. Nothing was changed.`,
    );
  const key = config.server_key ?? localServerKey(config.data_dir, false);
  const keys: ServerKeys = [key, ...config.previous_server_keys];
  await openServerKey(source.db, keys);
  const tables = listSourceTables(source.handle);
  const rows = new Map(tables.map((table) => [table, countSourceRows(source.handle, table)]));
  return { ...options, source, database, sealer: createServerSealer(keys), tables, rows };
}

async function copy(moving: Moving): Promise<void> {
  const { database, target, say } = moving;
  await assertOurs(moving);
  await database.patiently(migrate);
  await database.patiently(async (db) => {
    await db.transaction().execute(async (trx) => {
      await keepServersOut(trx);
      for (const table of moving.tables) if (await isFilled(trx, table)) throw filled(moving, table);
      claimFolder(target.erasure_keys_dir);
      for (const table of moving.tables) await removeRows(trx, table);
      const toTarget = await keyMover(moving, trx, 'make');
      for (const table of parentsFirst(moving.tables, await listReferences(trx)))
        await copyTable(moving, trx, table, toTarget);
    });
    await analyze(db);
  });
  say('Everything is copied.');
}

async function assertOurs({ database, target, tables }: Moving): Promise<void> {
  const [found, ours] = [await listTargetTables(database.db), tables.map(({ name }) => name)];
  if (found.length === 0 || ours.every((name) => found.includes(name))) return;
  throw new CommandRefused(
    `${describePlace(target)} is not empty: it has the table ${found.find((name) => !ours.includes(name)) ?? found[0]}. Create a new database for the service. Nothing was changed.`,
  );
}

/** Migrations insert rows into `hash_chain_heads`, so its rows do not count. */
const isFilled = async (trx: Trx, table: MovedTable) => table.name !== 'hash_chain_heads' && hasRows(trx, table);

const filled = ({ target }: Moving, { name }: MovedTable) =>
  new CommandRefused(
    `${describePlace(target)} is not empty: ${name} has rows. If they are from an earlier move, add --compare to compare them with SQLite. ` +
      'To start over, empty it with "drop schema public cascade; create schema public" and run this again. Nothing was changed.',
  );

const BATCH_ROWS = 1000;
const BATCH_BYTES = 8 * 1024 ** 2;
const PROGRESS_ROWS = 100_000;

type KeyMover = (row: MovedRow) => Promise<MovedRow>;

async function copyTable({ source, rows, say }: Moving, trx: Trx, table: MovedTable, moveKey: KeyMover): Promise<void> {
  const types = await findColumnTypes(trx, table);
  const unknown = table.columns.find((column) => !types.has(column));
  if (unknown) throw new Error(`PostgreSQL has no column ${unknown} in ${table.name}`);
  const of = rows.get(table)!.toLocaleString('en');
  let batch: MovedRow[] = [];
  let [bytes, done] = [0, 0];
  const flush = async () => {
    await insertRows(trx, table, types, batch).catch((error: unknown) => refuseRows(table, error));
    const before = done;
    done += batch.length;
    if (Math.floor(before / PROGRESS_ROWS) < Math.floor(done / PROGRESS_ROWS) && done < rows.get(table)!)
      say(`${table.name}: ${done.toLocaleString('en')} of ${of}`);
    [batch, bytes] = [[], 0];
  };
  for (const row of readSourceRows(source.handle, table, { inOrder: false })) {
    batch.push(table.name === 'session_keys' ? await moveKey(row) : row);
    bytes += sizeOf(row);
    if (batch.length === BATCH_ROWS || bytes > BATCH_BYTES) await flush();
  }
  if (batch.length > 0) await flush();
  if (done > 0) say(`${table.name}: ${of} rows copied`);
}

const sizeOf = (row: MovedRow): number =>
  row.reduce<number>((sum, value) => sum + (Buffer.isBuffer(value) || typeof value === 'string' ? value.length : 8), 0);

/** Refuses the rows on PostgreSQL's errors of class 22 (values that it cannot store) and class 23 (rows that break a constraint). */
function refuseRows({ name }: MovedTable, error: unknown): never {
  if (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)))
    throw new CommandRefused(`PostgreSQL does not accept the rows of ${name}: ${error.message}. Nothing was copied.`);
  throw error;
}

function keyRow([session_id, wrapped_key, erasure_key, merchant_id, ended]: MovedRow) {
  const owner = { id: Number(session_id), merchant_id: merchant_id === null ? null : Number(merchant_id) };
  return {
    owner,
    ended: ended as string | null,
    stored: { wrapped_key: wrapped_key as Buffer, erasure_key: erasure_key as string | null },
  };
}

/**
 * On PostgreSQL a session's key is also encrypted with an erasure key: that of the hour in which the session ended, or the current
 * one if it has not ended. So the erasure key is destroyed with the last session of that hour.
 */
async function keyMover({ sealer, target }: Moving, trx: Trx, use: FolderUse): Promise<KeyMover> {
  const erasure_keys = await openErasureKeys(trx, target.erasure_keys_dir, use);
  return async (row) => {
    const { owner, ended, stored } = keyRow(row);
    const key = unwrapKey({ sealer }, owner, stored);
    const erasure = await erasure_keys.current(trx, ended === null ? new Date() : new Date(ended));
    invariant(key && erasure, 'a session key on SQLite has no erasure key, and PostgreSQL has them from the beginning');
    return [owner.id, wrapKey(sealer, owner, key, erasure), erasure.name];
  };
}

function parentsFirst(tables: MovedTable[], references: { child: string; parent: string }[]): MovedTable[] {
  const ordered: MovedTable[] = [];
  for (let left = tables; left.length > 0; ) {
    const waiting = new Set(left.map(({ name }) => name));
    const isReady = ({ name }: MovedTable) =>
      !references.some(({ child, parent }) => child === name && parent !== name && waiting.has(parent));
    const ready = left.filter(isReady);
    invariant(ready.length > 0, 'foreign keys form no circle');
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

async function compare(moving: Moving): Promise<boolean> {
  const { database, target, tables, say } = moving;
  const found = await listTargetTables(database.db);
  if (!tables.every(({ name }) => found.includes(name)))
    throw new CommandRefused(`${describePlace(target)} has no copy of this installation. Run this without --compare.`);
  const different = await database.patiently((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const openKey = await keyOpener(moving, trx);
        let different = 0;
        for (const table of tables) {
          const { rows, digest, difference } = await compareTable(moving, trx, table, openKey);
          if (difference) different++;
          if (difference) say(`DIFFERENT: ${difference}`);
          else if (rows > 0) say(`${table.name}: ${rows.toLocaleString('en')} rows are equal, SHA-256 ${digest}`);
        }
        return different;
      }),
  );
  if (different === 0) releaseFolder(target.erasure_keys_dir);
  return different === 0;
}

type KeyOpener = (row: MovedRow) => MovedRow;

/** Two encryptions of a session's key differ, so the keys themselves are compared. */
async function keyOpener({ sealer, target }: Moving, trx: Trx): Promise<KeyOpener> {
  const erasure_keys = await openErasureKeys(trx, target.erasure_keys_dir, 'look');
  return (row) => {
    const { owner, stored } = keyRow(row);
    try {
      return [owner.id, unwrapKey({ sealer, erasure_keys }, owner, stored)];
    } catch {
      return [owner.id, 'cannot be decrypted'];
    }
  };
}

async function compareTable({ source }: Moving, trx: Trx, table: MovedTable, openKey: KeyOpener): Promise<Compared> {
  const map: KeyOpener = table.name === 'session_keys' ? openKey : (row) => row;
  const own = readSourceRows(source.handle, table, { inOrder: true });
  const others = readTargetRows(trx, table, await findColumnTypes(trx, table));
  return compareRows(table, mapped(own, map), mapped(others, map));
}

async function* mapped(rows: Iterable<MovedRow> | AsyncIterable<MovedRow>, map: KeyOpener): AsyncGenerator<MovedRow> {
  for await (const row of rows) yield map(row);
}

const withReasons = <T>(target: Config, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw reasonFor(target, error);
  });

function reasonFor({ database_url }: Config, error: unknown): unknown {
  const text = postgresFailure(error, database_url!)?.replace('DATABASE_URL', '--to');
  return text === undefined ? error : new StartError(text, { cause: error });
}
