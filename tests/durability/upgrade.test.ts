/**
 * What a version does with the database of a newer version or a much older one, and with an empty one, and what operator commands
 * must not change.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../server/database/database.ts';
import { migrations } from '../../server/database/migrate.ts';
import { operate } from '../../server/operator/operator.ts';
import { captured, spawned } from '../support/packages/script.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller } from '../support/server/call.ts';
import { createTestDatabase } from '../support/server/test-database.ts';
import { eventually } from '../support/server/test-server.ts';

const NEWEST = Object.keys(migrations).at(-1)!;
const SENTENCES = /^[^\n]+\.\n$/;

let postgres: Awaited<ReturnType<typeof createTestDatabase>>;
let service: ServerProcess;
beforeEach(async () => {
  postgres = await createTestDatabase({ empty: true });
  service = await createServerProcess(postgres ? { DATABASE_URL: postgres.url } : {});
});
afterEach(async () => {
  await service.remove();
  await postgres?.drop();
});

const place = () => ({ DATA_DIR: service.folder, ...(postgres && { DATABASE_URL: postgres.url }) });
const operator = (args: string[], environment: Record<string, string> = place()) =>
  captured((output) => operate(args, { ...output, environment }));

async function withDatabase<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase({ url: postgres?.url, file: join(service.folder, 'sigill.db') });
  return work(db).finally(close);
}

/** The tables of the migrations after `0046-initial`, and the columns that these migrations added to older tables. */
const LATER = [
  ...['account_events', 'account_endpoints', 'endpoint_deliveries', 'document_numbers', 'payment_attempts'],
  ...['refunds', 'disputes', 'balance_entries', 'credit_notes', 'active_periods', 'vat_proofs', 'credit_claims'],
  ...['billing_notices', 'links', 'policies', 'policy_versions', 'delivery_keys'],
  ...['session_views', 'session_notes', 'session_marks', 'seen_documents'],
];
const LATER_COLUMNS = {
  billing_accounts: [
    ...['address_line_1', 'address_line_2', 'address_postal_code', 'address_city', 'address_state', 'billing_emails'],
    ...['purchase_order', 'address_verified', 'first_paid', 'usage_limit'],
    ...['cycle_country', 'cycle_vat_number', 'cycle_vat_of'],
  ],
  bills: [
    ...['number', 'seller', 'buyer', 'due', 'paid', 'dispute', 'balance', 'amount_due', 'reminders'],
    'vat_country',
  ],
  payment_methods: ['card_country', 'fingerprint'],
  callbacks: ['traceparent'],
  audit_entries: ['network', 'browser', 'system'],
  merchants: ['document_memory_days'],
  sessions: ['link_id', 'link_network', 'link_sent', 'claims', 'policy_id', 'policy_version', 'delivery_kid'],
};

/** Turns the request log back into a table without partitions, as before `0050-request-partitions`. */
const UNDIVIDED = [
  'alter table api_requests detach partition api_requests_before',
  'drop table api_requests',
  'alter table api_requests_before drop constraint if exists api_requests_bound',
  'alter table api_requests_before rename constraint api_requests_before_key to api_requests_key',
  'alter index api_requests_before_refused rename to api_requests_refused',
  'alter index api_requests_before_session rename to api_requests_session',
  'alter table api_requests_before rename to api_requests',
];

/**
 * Turns the database back into that of a version before `0046-initial` with these migrations. The last such version had the schema
 * of `0046-initial`.
 */
const recordedBefore = (...names: string[]) =>
  withDatabase(async (db) => {
    for (const table of LATER) await db.schema.dropTable(table).execute();
    if (postgres) for (const statement of UNDIVIDED) await sql.raw(statement).execute(db);
    const indexes = [
      ...['bills_number', 'billed_sessions_usage', 'sessions_list_link', 'sessions_link_open'],
      'audit_entries_action',
    ];
    for (const index of indexes) await db.schema.dropIndex(index).execute();
    for (const [table, columns] of Object.entries(LATER_COLUMNS))
      for (const column of columns) await db.schema.alterTable(table).dropColumn(column).execute();
    await sql`delete from kysely_migration`.execute(db);
    for (const name of names)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-01-01T00:00:00.000Z')`.execute(
        db,
      );
    await sql`update server_state set value = ${Buffer.from('0037-requests-of-session')} where name = 'oldest_schema'`.execute(
      db,
    );
  });

function append(up: Migration['up']): string {
  const name = '9997-shades';
  migrations[name] = { up };
  onTestFinished(() => void delete migrations[name]);
  return name;
}

const applied = () =>
  withDatabase(async (db) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  });

async function refusal(): Promise<string> {
  const before = service.stderr.length;
  await expect(service.start()).rejects.toThrow('The server ended with 1 before it was ready');
  return service.stderr.slice(before);
}

const signUp = async () => {
  const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse' };
  return (await createCaller(service.base)('password.create', credentials)).status;
};

describe('after a newer version has migrated the database', () => {
  /** Migrates as a newer version would. If `oldest` is given, only versions that know that migration may still run. */
  const newer = (oldest?: string) =>
    withDatabase(async (db) => {
      await sql`alter table sessions add column colour text`.execute(db);
      await sql`insert into kysely_migration (name, timestamp) values ('9998-colours', '2030-01-01T00:00:00.000Z')`.execute(
        db,
      );
      if (oldest)
        await sql`update server_state set value = ${Buffer.from(oldest)} where name = 'oldest_schema'`.execute(db);
    });

  test('with additions only, this version can start again and serve, and so can its commands', async () => {
    await service.start();
    await service.end();
    await newer();
    await service.start();
    expect(await signUp()).toBe(200);
    expect(await operator(['accounts'])).toMatchObject({ code: 0, err: '' });
    expect(await applied()).toContain('9998-colours');
  });

  test('with changes that this version does not know, start and commands refuse in one sentence', async () => {
    await service.start();
    await service.end();
    await newer('9998-colours');
    const said = await refusal();
    expect(said).toBe(
      `The database is at 9998-colours, and this version only supports schemas up to ${NEWEST}. The database requires a version that supports 9998-colours. Start a newer version, or restore the backup from before the upgrade. Nothing was changed.\n`,
    );
    expect(await operator(['accounts'])).toMatchObject({ code: 1, output: said });
    expect((await spawned('server/migrate.ts', [], { NODE_ENV: '', ...place() })).output).toBe(said);
  });
});

describe('after the last version with the earlier migrations', () => {
  const migrateCommand = () => spawned('server/migrate.ts', [], { NODE_ENV: '', ...place() });

  test('the database is taken over, with everything in it', async () => {
    await service.start();
    const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse' };
    await createCaller(service.base)('password.create', credentials);
    await service.end();
    await recordedBefore('0001-accounts', '0037-requests-of-session', '0045-refuse-weak');
    expect((await operator(['accounts'])).output).toBe(
      `The database is at 0045-refuse-weak, and this version needs ${NEWEST}. Start the service, or add --migrate to upgrade it. Nothing was changed.\n`,
    );
    const said = await Promise.all([migrateCommand(), migrateCommand()]);
    expect(said).toEqual(Array(2).fill(expect.objectContaining({ code: 0, err: '' })));
    expect(await applied()).toEqual(Object.keys(migrations));
    const oldest = await withDatabase((db) =>
      db.selectFrom('server_state').select('value').where('name', '=', 'oldest_schema').executeTakeFirstOrThrow(),
    );
    expect(oldest.value.toString()).toBe('0046-initial');
    await service.start();
    expect((await createCaller(service.base)('password.authenticate', credentials)).status).toBe(200);
  });

  test('an index whose build was interrupted is built again', async ({ skip }) => {
    skip(!postgres, 'only PostgreSQL builds it beside other work');
    await service.start();
    await service.end();
    await withDatabase(async (db) => {
      await sql`delete from kysely_migration where name >= '0061-audit-actions'`.execute(db);
      await sql`alter table sessions drop column link_network`.execute(db);
      await sql`update pg_index set indisvalid = false where indexrelid = 'audit_entries_action'::regclass`.execute(db);
    });
    expect(await migrateCommand()).toMatchObject({ code: 0, err: '' });
    const { rows } = await withDatabase((db) =>
      sql`select indisvalid from pg_index where indexrelid = 'audit_entries_action'::regclass`.execute(db),
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  test('a database that it has not upgraded is refused', async () => {
    await service.start();
    await service.end();
    const names = ['0001-accounts', '0020-branding'];
    await recordedBefore(...names);
    const said = await refusal();
    expect(said).toBe(
      'The database is at 0020-branding, which this version cannot upgrade. Start the last version with schema 0045-refuse-weak first, then this one. Nothing was changed.\n',
    );
    expect(await operator(['accounts', '--migrate'])).toMatchObject({ code: 1, output: said });
    expect((await migrateCommand()).output).toBe(said);
    expect(await applied()).toEqual(names);
  });
});

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a migration that meets calls of an older version lets them finish first, and breaks none of them',
  async () => {
    await service.start();
    await service.end();
    const appended = append(async (db) => {
      for (const table of ['merchants', 'sessions'])
        await db.schema.alterTable(table).addColumn('shade', 'text').execute();
    });
    const call = new pg.Client({ connectionString: postgres!.url });
    await call.connect();
    try {
      await call.query('begin');
      await call.query('select id from sessions');
      const migrating = operator(['accounts', '--migrate']);
      await eventually(async () => {
        const { rowCount } = await call.query(
          "select 1 from pg_locks where relation = 'sessions'::regclass and not granted",
        );
        return rowCount === 1;
      }, 'the migration to wait for the call');
      // The migration has already locked this table.
      await call.query('select id from merchants');
      await call.query('commit');
      expect(await migrating).toMatchObject({ code: 0, err: '' });
      expect((await applied()).at(-1)).toBe(appended);
    } finally {
      await call.end();
    }
  },
);

describe('operator commands', () => {
  let elsewhere: string;
  beforeEach(() => {
    elsewhere = mkdtempSync(join(tmpdir(), 'sigill-elsewhere-'));
  });
  afterEach(() => rmSync(elsewhere, { recursive: true }));

  test('migrate only when asked to', async () => {
    await service.start();
    await service.end();
    const appended = append(async (db) => {
      await db.schema.alterTable('sessions').addColumn('shade', 'text').execute();
    });
    expect(await operator(['accounts'])).toMatchObject({
      code: 1,
      output: `The database is at ${NEWEST}, and this version needs ${appended}. Start the service, or add --migrate to upgrade it. Nothing was changed.\n`,
    });
    expect((await applied()).at(-1)).toBe(NEWEST);
    expect((await operator(['accounts', '--migrate'])).code).toBe(0);
    expect((await applied()).at(-1)).toBe(appended);
  });

  test('create nothing if DATA_DIR is wrong', async () => {
    const missing = join(elsewhere, 'data');
    for (const DATA_DIR of [missing, elsewhere]) {
      for (const more of [[], ['--migrate']]) {
        const { code, output } = await operator(['accounts', ...more], { DATA_DIR });
        expect([code, output]).toEqual([
          1,
          expect.stringMatching(/^There is no database in .*Set DATA_DIR to a folder/),
        ]);
        expect(output).toMatch(SENTENCES);
      }
    }
    expect(existsSync(missing)).toBe(false);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('create nothing in an empty database', async () => {
    if (!postgres) {
      const file = join(elsewhere, 'sigill.db');
      await openDatabase({ file }).close();
    }
    const { code, output } = await operator(['accounts', '--migrate'], {
      ...place(),
      ...(!postgres && { DATA_DIR: elsewhere }),
    });
    expect([code, output]).toEqual([1, expect.stringMatching(/^The database\b.* is empty\. Set /)]);
    if (postgres) expect(await withDatabase((db) => db.introspection.getTables())).toEqual([]);
  });

  test('need no SMTP_URL, since they send nothing', async () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://id.example.com',
      SERVER_KEY: randomBytes(32).toString('base64'),
    };
    Object.assign(service.environment, { SERVER_KEY: production.SERVER_KEY });
    await service.start();
    await service.end();
    expect(await operator(['accounts'], { ...production, ...place() })).toEqual(
      expect.objectContaining({ code: 0, out: 'None yet.\n', err: '' }),
    );
  });
});
