import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { addDays, timestamp } from '../core/clock.ts';
import type { OutsideContext } from '../core/context.ts';
import { syncFile, syncFolder } from '../core/durable-files.ts';
import { invariant } from '../core/errors.ts';
import { CommandRefused } from '../core/planned-change.ts';
import { makePrivateFolder } from '../core/private-folder.ts';
import { readSchema } from '../database/migrate.ts';
import { SQLITE_FILE, sqliteFile } from '../database/open-data.ts';
import { inTransaction } from '../database/transaction.ts';
import { copyErasureKeys } from '../secrets/erasure-keys.ts';
import { noteBackup } from '../secrets/last-backup.service.ts';
import { findKeyId } from '../secrets/server-key.ts';
import { IDENTITY_TABLES } from '../sessions/evidence/session-vault.ts';
import { firstDestruction } from '../sessions/session/retention.ts';
import { DUMP, describeFile, ERASURE_KEYS, type Manifest, PARTIAL, writeManifest } from './manifest.ts';
import { dumpPostgres } from './postgres-programs.ts';
import { copySqlite } from './sqlite-copy.ts';

export interface BackupOptions {
  /** Must not exist yet. */
  folder: string;
  with_identity_data: boolean;
  version: string;
  /** Called with a line of progress every few seconds. */
  say(line: string): void;
}

type Described = Omit<Manifest, 'format'>;

export async function takeBackup(ctx: OutsideContext, options: BackupOptions): Promise<Described> {
  const folder = resolve(options.folder);
  const partial = `${folder}${PARTIAL}`;
  makeFolder(folder, partial);
  try {
    const manifest = await fill(ctx, partial, options);
    renameSync(partial, folder);
    syncFolder(dirname(folder));
    await inTransaction(ctx, (ctx) => noteBackup(ctx, manifest.created));
    return manifest;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw isAboutDisk(error)
      ? new CommandRefused(`The backup could not be written to ${folder}: ${error.message}. Nothing was left there.`)
      : error;
  }
}

function makeFolder(folder: string, partial: string): void {
  if (existsSync(folder))
    throw new CommandRefused(
      `${folder} already exists. Backups are not overwritten: name a folder that does not exist.`,
    );
  try {
    makePrivateFolder(dirname(folder));
    mkdirSync(partial, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new CommandRefused(`${(error as Error).message}. Name a folder that this user can write to.`);
    throw new CommandRefused(
      `${partial} exists: a backup to this folder is running, or was interrupted. If none is running, delete it, because it may contain identity data, and try again.`,
    );
  }
}

async function fill(ctx: OutsideContext, folder: string, options: BackupOptions): Promise<Described> {
  const { db, deps } = ctx;
  const { database_url, erasure_keys_dir } = deps.config;
  const { with_identity_data, version } = options;
  const now = deps.clock.now();
  const { newest: schema } = await readSchema(db);
  const keys = [await findKeyId(db)];
  const destruction = (await firstDestruction(ctx)) ?? timestamp(addDays(now, 1));
  // The keys are copied before and after the dump, because one that the dump needs may be created after the first copy, or destroyed
  // before the second.
  const copyKeys = () => copyErasureKeys(erasure_keys_dir, join(folder, ERASURE_KEYS), { keys: with_identity_data });
  if (database_url) copyKeys();
  await copyDatabase(ctx, folder, options);
  if (database_url) copyKeys();
  keys.push(await findKeyId(db));
  invariant(schema && keys[0], 'a database in use has a schema and a key');
  const manifest: Described = {
    version,
    schema,
    engine: database_url ? 'postgresql' : 'sqlite',
    created: timestamp(now),
    server_keys: [...new Set(keys.flatMap((key) => key ?? []))],
    has_identity_data: with_identity_data,
    ...(with_identity_data && { delete_by: destruction }),
    files: [],
  };
  for (const path of filesIn(folder)) manifest.files.push(await describeFile(folder, path));
  writeManifest(folder, manifest);
  syncFolder(folder);
  return manifest;
}

async function copyDatabase({ deps: { config } }: OutsideContext, folder: string, options: BackupOptions) {
  const without = options.with_identity_data ? [] : IDENTITY_TABLES;
  const told = occasionally(options.say);
  if (config.database_url) {
    const progress = (bytes: number) => told(`${Math.round(bytes / 1e6)} MB`);
    await dumpPostgres({ url: config.database_url, file: join(folder, DUMP), without, progress });
    return;
  }
  const to = join(folder, SQLITE_FILE);
  closeSync(openSync(to, 'wx', 0o600));
  await copySqlite({
    from: sqliteFile(config),
    to,
    without,
    progress: (share) => told(`${Math.floor(share * 100)}%`),
  });
  syncFile(to);
}

const SAY_EVERY_MS = 2000;

export function occasionally(say: (line: string) => void): (line: string) => void {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < SAY_EVERY_MS) return;
    last = performance.now();
    say(line);
  };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

/** An error of the file system or of SQLite, with a code such as ENOSPC or SQLITE_FULL. */
export const isAboutDisk = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && /^(E[A-Z]+|SQLITE_(FULL|IOERR|CANTOPEN))/.test(String(error.code));
