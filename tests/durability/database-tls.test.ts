/** PostgreSQL over TLS, with a certificate of the operator's own CA: what is encrypted and checked, and what a failed start says. */
// SQLite only: it starts a PostgreSQL of its own.
// CI only: it starts the service for each way to connect.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { missingProgram } from '../support/debian-program.ts';
import { production } from '../support/process/production.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import { eventually } from '../support/server/test-server.ts';

describe('PostgreSQL over TLS', () => {
  const missing = missingProgram('openssl');
  if (missing) return test.skip(`is not tried: ${missing}`);

  const environment = production();
  let folder: string;
  let postgres: Postgres;
  let client: pg.Client;
  let service: ServerProcess;
  let name: string;

  function makeCertificate(name: string, ...options: string[]): void {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
    const certificate = ['-x509', '-days', '2', '-subj', `/CN=${name}`, '-out', `${name}.pem`];
    execFileSync('openssl', ['req', ...key, ...certificate, ...options], { cwd: folder, stdio: 'ignore' });
  }

  /** PostgreSQL writes the file itself, because its user must own its private key. */
  async function give(name: string, file: string): Promise<void> {
    const lines = pg.escapeLiteral(readFileSync(join(folder, file), 'utf8').trim());
    await client.query(
      `copy (select unnest(string_to_array(${lines}, chr(10)))) to program 'umask 077; cat > ${name}'`,
    );
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sigill-tls-'));
    makeCertificate('authority');
    makeCertificate('another');
    const issued = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-addext', 'subjectAltName=DNS:localhost'];
    makeCertificate('server', ...issued, '-addext', 'basicConstraints=critical,CA:FALSE');
    postgres = await startPostgres();
    client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await give('server.crt', 'server.pem');
    await give('server.key', 'server.key');
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
    await eventually(async () => (await client.query('show ssl')).rows[0]?.ssl === 'on', 'TLS');
  });
  afterEach(() => service?.remove());
  afterAll(async () => {
    await client?.end();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(search: string, host = 'localhost'): Promise<void> {
    const url = Object.assign(new URL(postgres.url), { hostname: host, search });
    // A new name for each start, because connections of a service that was killed may still be open.
    name = randomUUID();
    url.searchParams.set('application_name', name);
    const DATABASE_URL = url.href;
    service = await createServerProcess({
      ...environment,
      DATABASE_URL,
      ERASURE_KEYS_DIR: join(folder, 'erasure-keys'),
    });
    await service.start();
  }
  const authority = (name = 'authority') => `sslrootcert=${join(folder, `${name}.pem`)}`;

  const connections = () =>
    eventually(async () => {
      const { rows } = await client.query(
        `select ssl from pg_stat_ssl join pg_stat_activity using (pid)
         where application_name = $1 and state <> 'starting'`,
        [name],
      );
      return rows.length > 1 && rows.map(({ ssl }) => ssl as boolean);
    }, 'the connections');

  const ACCEPTED: [string, () => string][] = [
    ['sslmode=verify-full and the authority', () => `?sslmode=verify-full&${authority()}`],
    ['sslmode=require, which checks the same', () => `?sslmode=require&${authority()}`],
    ['sslmode=no-verify, which checks nothing', () => '?sslmode=no-verify'],
  ];
  test.for(ACCEPTED)('encrypts every connection, also the one for notifications: %s', async ([, search]) => {
    await start(search());
    expect(await connections()).not.toContain(false);
    expect(service.stderr).toBe('');
  });

  test('encrypts nothing unless asked to', async () => {
    await start('');
    expect(await connections()).not.toContain(true);
  });

  const OTHERS = ['?sslmode=verify-full', '?sslmode=require', '?sslmode=prefer', '?sslmode=verify-ca'];
  const REFUSED: [string, () => string, string, RegExp][] = [
    ...OTHERS.map((search): [string, () => string, string, RegExp] => [
      search,
      () => search,
      'localhost',
      /sslrootcert/,
    ]),
    ['another authority', () => `?sslmode=verify-full&${authority('another')}`, 'localhost', /sslrootcert/],
    ['another name', () => `?sslmode=verify-full&${authority()}`, '127.0.0.1', /Use a name from the certificate/],
  ];
  test.for(REFUSED)(
    'is refused in one sentence that says what would be right: %s',
    async ([, search, host, remedy]) => {
      await expect(start(search(), host)).rejects.toThrow('The server ended with 1 before it was ready');
      const said = (service.stdout + service.stderr).trimEnd().split('\n');
      expect(said).toEqual([
        expect.stringMatching(
          /^The certificate of the database at \S+\/postgres is not accepted: .+ \([A-Z_]+\)\. .+\.$/,
        ),
      ]);
      expect(said[0]).toMatch(remedy);
      expect(said[0]).not.toContain('postgres:postgres');
    },
  );
});
