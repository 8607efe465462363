import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandRefused } from '../core/planned-change.ts';

export const MANIFEST = 'manifest.json';
export const DUMP = 'database.dump';
export const ERASURE_KEYS = 'erasure-keys';

/** Ends the folder name of an unfinished backup. */
export const PARTIAL = '.partial';

const FORMAT = 1;

export interface Manifest {
  format: typeof FORMAT;
  version: string;
  /** The newest migration of the database. */
  schema: string;
  engine: 'sqlite' | 'postgresql';
  /** When the backup began. It has everything that was committed before. */
  created: string;
  /** The ids of the server keys with which its database can be opened. There are two if the key was rotated during the backup. */
  server_keys: string[];
  has_identity_data: boolean;
  /** When the first identity data in it has to be destroyed. Absent without identity data. */
  delete_by?: string;
  files: BackupFile[];
}

export interface BackupFile {
  path: string;
  bytes: number;
  sha256: string;
}

export async function describeFile(folder: string, path: string): Promise<BackupFile> {
  const file = join(folder, path);
  return { path, bytes: statSync(file).size, sha256: await sha256Of(file) };
}

export const writeManifest = (folder: string, manifest: Omit<Manifest, 'format'>): void =>
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });

export function readManifest(folder: string): Manifest {
  if (folder.endsWith(PARTIAL))
    throw new CommandRefused(`${folder} belongs to a backup that was not finished. Delete it, and use another backup.`);
  const file = join(folder, MANIFEST);
  if (!existsSync(file))
    throw new CommandRefused(`${folder} is not a backup: it has no ${MANIFEST}. Name the folder that "backup" wrote.`);
  const manifest = parse(readFileSync(file, 'utf8'));
  if (!manifest) throw new CommandRefused(`${file} is damaged. Use another backup.`);
  if (manifest.format !== FORMAT)
    throw new CommandRefused(`${folder} was written by a newer version (${manifest.version}). Use that version.`);
  return manifest;
}

const PATHS = /^(sigill\.db|database\.dump|erasure-keys\/\w[\w.-]*)$/;

function parse(text: string): Manifest | undefined {
  try {
    const read = JSON.parse(text) as Partial<Manifest>;
    const isWhole =
      [read.version, read.schema, read.engine, read.created].every((value) => typeof value === 'string') &&
      [read.server_keys, read.files].every(Array.isArray) &&
      read.files!.every(({ path }) => PATHS.test(path));
    return isWhole ? (read as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/** @returns one sentence for each file that differs from the manifest. */
export async function checkFiles(folder: string, { files }: Manifest): Promise<string[]> {
  const faults: string[] = [];
  for (const { path, bytes, sha256 } of files) {
    const file = join(folder, path);
    if (!existsSync(file)) faults.push(`${path} is missing from the backup.`);
    else if (statSync(file).size !== bytes)
      faults.push(`${path} has ${statSync(file).size} bytes, but had ${bytes} when the backup was taken.`);
    else if ((await sha256Of(file)) !== sha256) faults.push(`${path} has changed since the backup was taken.`);
  }
  return faults;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
