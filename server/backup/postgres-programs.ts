/** Runs PostgreSQL's own programs on the configured database. The password is only in their environment. */
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getCACertificates } from 'node:tls';
import { CommandRefused } from '../core/planned-change.ts';

type Program = 'pg_dump' | 'pg_restore';

type Progress = (bytes: number) => void;

/** Leaves out users and privileges, because the server to which a backup is restored has others. */
const WITHOUT_OWNERS = ['--no-owner', '--no-privileges'];

interface Dump {
  url: string;
  file: string;
  /** Tables whose rows are left out. */
  without: readonly string[];
  progress: Progress;
}

/** The dump passes through this process, so that `pg_dump` ends with it. */
export const dumpPostgres = ({ url, file, without, progress }: Dump): Promise<void> =>
  run('pg_dump', url, {
    args: ['--format=custom', ...WITHOUT_OWNERS, ...without.map((table) => `--exclude-table-data=${table}`)],
    transfer: ({ stdout }) =>
      pipeline(stdout, counting(progress), createWriteStream(file, { mode: 0o600, flush: true })),
  });

/** Restores in one transaction, which is rolled back if this process ends. */
export const restorePostgres = ({ url, file, progress }: Omit<Dump, 'without'>): Promise<void> =>
  run('pg_restore', url, {
    args: ['--single-transaction', '--exit-on-error', ...WITHOUT_OWNERS],
    transfer: ({ stdin }) => pipeline(createReadStream(file), counting(progress), stdin),
    names_database: true,
  });

interface Streams {
  stdin: Writable;
  stdout: Readable;
}

interface Run {
  args: string[];
  transfer(streams: Streams): Promise<void>;
  /** `pg_restore` connects only if the database is among its arguments. */
  names_database?: boolean;
}

async function run(program: Program, url: string, { args, transfer, names_database = false }: Run): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-postgres-'));
  try {
    const variables = await variablesOf(url, folder);
    const database = `--dbname=dbname='${(variables['PGDATABASE'] ?? '').replaceAll(/['\\]/g, '\\$&')}'`;
    const child = spawn(program, names_database ? [...args, database] : args, {
      env: { ...process.env, ...variables },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    const [end, passed] = await Promise.allSettled([ended, transfer(child)]);
    if (end.status === 'rejected') throw notFound(program, end.reason);
    if (end.value !== 0) throw failed(program, said);
    if (passed.status === 'rejected') throw passed.reason;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const counting = (progress: Progress) =>
  async function* (chunks: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      progress(bytes);
      yield chunk;
    }
  };

const notFound = (program: Program, cause: unknown) =>
  new CommandRefused(
    `${program} cannot be run: ${(cause as Error).message}. Install PostgreSQL's client programs (Debian: postgresql-client), in the version of the server or a newer one.`,
    { cause },
  );

const ADVICE: [about: RegExp, text: string][] = [
  [
    /version/,
    " Install PostgreSQL's client programs in the version of the newest server involved, and put them first in PATH.",
  ],
  [/permission denied for schema/, ' Make the user of DATABASE_URL the owner of the database.'],
];

function failed(program: Program, said: string): CommandRefused {
  // The lines after the error show where in the statement it occurred, and are dropped.
  const [line] = said.trim().split(/\nLINE /, 1);
  const text = line?.split('\n').filter(Boolean).slice(0, 3).join(' ') || `${program} failed without a message`;
  const advice = ADVICE.find(([about]) => about.test(said))?.[1] ?? '';
  return new CommandRefused(`${text.replace(/\.?$/, '.')}${advice}`);
}

/** The URL as environment variables of libpq, read as the service's driver reads it. */
async function variablesOf(url: string, folder: string): Promise<Record<string, string>> {
  const { default: pg } = await import('pg');
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const parameters = new URL(url).searchParams;
  const given = (name: string, parameter: string) => {
    const value = parameters.get(parameter);
    return value === null ? {} : { [name]: value };
  };
  return {
    PGHOST: host,
    PGPORT: String(port),
    ...(user && { PGUSER: user }),
    ...(typeof password === 'string' && { PGPASSWORD: password }),
    ...(database && { PGDATABASE: database }),
    PGAPPNAME: 'sigill operator',
    PGCONNECT_TIMEOUT: '10',
    ...given('PGOPTIONS', 'options'),
    ...given('PGSSLCERT', 'sslcert'),
    ...given('PGSSLKEY', 'sslkey'),
    ...encryption(parameters, folder),
  };
}

/**
 * With `sslmode`, the driver usually verifies the server's certificate, also against authorities that libpq does not know. libpq
 * gets these in a file.
 */
function encryption(parameters: URLSearchParams, folder: string): Record<string, string> {
  const mode = parameters.get('sslmode');
  if (mode === null) return {};
  if (mode === 'disable') return { PGSSLMODE: mode };
  if (mode === 'no-verify') return { PGSSLMODE: 'require' };
  const given = parameters.get('sslrootcert');
  const PGSSLMODE = parameters.has('uselibpqcompat') ? mode : 'verify-full';
  if (given !== null) return { PGSSLMODE, PGSSLROOTCERT: given };
  if (PGSSLMODE !== 'verify-full') return { PGSSLMODE };
  const authorities = join(folder, 'authorities.pem');
  writeFileSync(authorities, getCACertificates('default').join('\n'));
  return { PGSSLMODE, PGSSLROOTCERT: authorities };
}
