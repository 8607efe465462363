/** What a start reports about its configuration: each invalid variable with a correction, and the settings it uses. */
// SQLite only: a start is refused before the database is opened.
// CI only: it starts the service with every setting that can be wrong.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { production } from '../support/process/production.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import { eventually } from '../support/server/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'sigill-configuration-'));
const empty = join(folder, 'empty');
beforeAll(() => {
  mkdirSync(join(folder, 'folder'));
  writeFileSync(empty, '\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

let service: ServerProcess | undefined;
afterEach(() => service?.remove());

const secondLine = () =>
  eventually(async () => service!.stdout.split('\n').find((line) => line.startsWith('Version ')), 'the second line');

async function refusal(environment: Record<string, string>): Promise<string[]> {
  service = await createServerProcess({ ...production(), ...environment });
  await expect(service.start()).rejects.toThrow('The server ended with 1 before it was ready');
  const said = service.stdout + service.stderr;
  await service.remove();
  return said.trimEnd().split('\n');
}

const URL_SYNTAX = 'must be an address such as';
const SECRET = 'pa#ss';

const WRONG: Record<string, [value: string, sentence: string][]> = {
  DATABASE_URL: [
    ['mysql://db.example.com/sigill', 'DATABASE_URL must start with postgres:// or postgresql://.'],
    [`postgres://sigill:${SECRET}@db.example.com/sigill`, `DATABASE_URL ${URL_SYNTAX}`],
    ['postgres://sigill:1#2@db.example.com/sigill', `DATABASE_URL ${URL_SYNTAX}`],
    ['postgres://sigill:a/b@db.example.com/sigill', `DATABASE_URL ${URL_SYNTAX}`],
    ['postgres://sigill:12/b@db.example.com/sigill', `DATABASE_URL ${URL_SYNTAX}`],
    ['postgres://sigill:100%ff@db.example.com/sigill', `DATABASE_URL ${URL_SYNTAX}`],
    ['postgres://db.example.com/sigill?sslmode=required', 'The sslmode in DATABASE_URL must be one of '],
  ],
  DATABASE_LISTEN_URL: [
    ['postgres://db.example.com/sigill', 'DATABASE_LISTEN_URL requires DATABASE_URL.'],
    ['mysql://db.example.com/sigill', 'DATABASE_LISTEN_URL must start with postgres:// or postgresql://.'],
  ],
  DATABASE_POOL_SIZE: [
    ['1', 'DATABASE_POOL_SIZE must be a whole number from 2 to'],
    ['20', 'DATABASE_POOL_SIZE requires DATABASE_URL.'],
  ],
  METRICS_PORT: [
    ['none', 'METRICS_PORT must be a whole number from 1 to 65535, not "none".'],
    ['3000', 'METRICS_PORT must differ from PORT, which is 3000.'],
  ],
  METRICS_HOST: [['127.0.0.1', 'METRICS_HOST requires METRICS_PORT.']],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    ['localhost:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT must be the address of an OpenTelemetry collector, such as'],
  ],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: [
    ['grpc://localhost:4317', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be the address of an OpenTelemetry'],
  ],
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: [
    ['http://localhost:4318/v1/metrics?token=1', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT must be the address of an'],
  ],
  OTEL_EXPORTER_OTLP_PROTOCOL: [['grpc', 'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/json, not "grpc".']],
  OTEL_TRACES_SAMPLER: [['xray', 'OTEL_TRACES_SAMPLER must be one of parentbased_always_on, ']],
  OTEL_TRACES_SAMPLER_ARG: [['10%', 'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.1, not "10%".']],
  REQUEST_LOG_DAYS: [
    ['-1', 'REQUEST_LOG_DAYS must be a whole number from 0 to 3650'],
    ['off', 'REQUEST_LOG_DAYS must be a whole number from 0 to 3650'],
  ],
  SERVER_KEY: [['c2hvcnQ=', 'SERVER_KEY must be 32 bytes in base64, not 5.']],
  SERVER_KEY_FILE: [
    [join(folder, 'folder'), `SERVER_KEY_FILE points to ${join(folder, 'folder')}, which cannot be read (EISDIR).`],
    [join(folder, 'none'), `SERVER_KEY_FILE points to ${join(folder, 'none')}, which cannot be read (ENOENT).`],
    [empty, `SERVER_KEY_FILE points to ${empty}, which is empty.`],
  ],
  SMTP_URL_FILE: [[empty, `SMTP_URL_FILE points to ${empty}, which is empty.`]],
  DATABASE_URL_FILE: [[join(folder, 'none'), 'DATABASE_URL_FILE points to']],
  SERVER_KEY_PREVIOUS_FILE: [[join(folder, 'folder'), 'SERVER_KEY_PREVIOUS_FILE points to']],
  PUBLIC_URL: [
    ['id.example.com', 'PUBLIC_URL must be an origin such as https://id.example.com'],
    ['https://id.example.com/verify', 'PUBLIC_URL must be an origin such as https://id.example.com'],
    ['http://id.example.com', 'PUBLIC_URL must start with https:// in production'],
  ],
  SMTP_URL: [
    ['mail.example.com', 'SMTP_URL must start with smtp:// or smtps://.'],
    ['smtp://', `SMTP_URL ${URL_SYNTAX}`],
    ['smtp://mail.example.com:99999', `SMTP_URL ${URL_SYNTAX}`],
    [`smtps://user:${SECRET}@mail.example.com`, `SMTP_URL ${URL_SYNTAX}`],
  ],
  MAIL_FROM: ['Sigill', 'no-reply@', 'Sigill <no reply@example.com>', 'Sigill <no-reply@example.com'].map((value) => [
    value,
    `MAIL_FROM must be an address such as Sigill <no-reply@example.com>, not "${value}".`,
  ]),
  STRIPE_SECRET_KEY: [
    ['x', 'STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_'],
    ['pk_live_1234', 'STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_'],
    ['sk_test_1234', 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys'],
  ],
  STRIPE_PUBLISHABLE_KEY: [['sk_live_1234', 'STRIPE_PUBLISHABLE_KEY must start with pk_test_ or pk_live_']],
  STRIPE_WEBHOOK_SECRET: [['z', 'STRIPE_WEBHOOK_SECRET must start with whsec_']],
  STRIPE_API: [['http://api.example.com', 'STRIPE_API must be the https address of an API']],
  MASTER_LISTS_DIR: [[empty, `MASTER_LISTS_DIR points to ${empty}, which is not a readable folder.`]],
  SELLER_COUNTRY: [
    ['Sweden', 'SELLER_COUNTRY must be a country code such as SE, not "Sweden".'],
    ['QQ', 'SELLER_COUNTRY must be a country code such as SE, not "QQ".'],
  ],
  FIRST_BILL_LIMIT: ['-1', '200,00', '1e3', '12.345'].map((value) => [
    value,
    `FIRST_BILL_LIMIT must be an amount in USD such as 200.00, or none, not "${value}".`,
  ]),
  SELLER_BANK_ACCOUNT: [
    ['SE35 5000 0000 0549 1000 0004', 'SELLER_BANK_ACCOUNT must be an IBAN'],
    ['SE35 5000 0000 0549 1000 0003|SEB', 'SELLER_BANK_ACCOUNT must be an IBAN'],
  ],
  BILL_SERIES: [['inv-', 'BILL_SERIES must be up to 20 capital letters and digits, such as INV, not "inv-".']],
  FACE_MATCHER_TOKEN: [['secret-of-nobody', 'FACE_MATCHER_TOKEN requires FACE_MATCHER_URL.']],
  FACE_MATCH_THRESHOLD: [['0.5', 'FACE_MATCH_THRESHOLD requires FACE_MATCHER_URL or FACE_MODEL.']],
  GOOGLE_CLIENT_ID: [['1234', 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.']],
  MICROSOFT_TENANT: [['a b', 'MICROSOFT_TENANT must be a tenant ID or domain, or common']],
  PORT: [['70000', 'PORT must be a whole number from 1 to 65535, not "70000".']],
  HOST: [['-', 'HOST must be an address or name of this machine']],
  TRUSTED_PROXIES: [['yes', 'TRUSTED_PROXIES must be a whole number from 0 to 10, not "yes".']],
  ROLE: [
    ['web', 'ROLE=web (--role web) requires DATABASE_URL.'],
    ['boss', 'ROLE must be one of all, web, worker, not "boss".'],
  ],
  DRAIN_SECONDS: [['60', 'DRAIN_SECONDS must be a whole number from 0 to 5, not "60".']],
  LOG_LEVEL: [['verbose', 'LOG_LEVEL must be one of silent, error, warn, info, debug, not "verbose".']],
  PASSWORD_POLICY: [['none', 'PASSWORD_POLICY must be one of specified, strict, not "none".']],
  RATE_LIMITS: [['0', 'RATE_LIMITS must be on, off or a whole number up to 999999, not "0".']],
  BREACHED_PASSWORDS_URL: [
    ['http://range.example/range', 'BREACHED_PASSWORDS_URL must be the https address of a range API, not "http://'],
    ['https://range.example/range', 'BREACHED_PASSWORDS_URL requires PASSWORD_POLICY=strict.'],
  ],
  ANDROID_APP_PACKAGE: [
    ['verify', 'ANDROID_APP_PACKAGE must be '],
    ['com.example.verify', 'ANDROID_APP_PACKAGE and ANDROID_APP_FINGERPRINTS must be set together.'],
  ],
  ANDROID_APP_FINGERPRINTS: [['12:34', 'ANDROID_APP_FINGERPRINTS must be ']],
  IOS_APP_IDS: [['com.example.verify', 'IOS_APP_IDS must be application identifiers']],
  // Misspelt names.
  DATABSE_URL: [['postgres://db.example.com/sigill', 'DATABSE_URL is not a known variable. Use DATABASE_URL instead.']],
  database_url: [
    ['postgres://db.example.com/sigill', 'database_url is not a known variable. Use DATABASE_URL instead.'],
  ],
  MASTERLISTS_DIR: [[folder, 'MASTERLISTS_DIR is not a known variable. Use MASTER_LISTS_DIR instead.']],
  STRIPE_SECRT_KEY: [['sk_live_1234', 'STRIPE_SECRT_KEY is not a known variable. Use STRIPE_SECRET_KEY instead.']],
};

/** Other variables that must be set, or unset with an empty value, so that only the tested one is wrong. */
const BESIDE: Record<string, Record<string, string>> = {
  'DATABASE_POOL_SIZE=1': { DATABASE_URL: 'postgres://localhost/sigill' },
  'DATABASE_LISTEN_URL=postgres://db.example.com/sigill': { DATABASE_URL: '' },
  'DATABASE_LISTEN_URL=mysql://db.example.com/sigill': { DATABASE_URL: 'postgres://localhost/sigill' },
  'DATABASE_POOL_SIZE=20': { DATABASE_URL: '' },
  'METRICS_PORT=3000': { PORT: '3000' },
  METRICS_HOST: { METRICS_PORT: '' },
  'ROLE=web': { DATABASE_URL: '' },
  STRIPE_SECRET_KEY: { STRIPE_PUBLISHABLE_KEY: 'pk_live_1234', STRIPE_WEBHOOK_SECRET: 'whsec_1234' },
  STRIPE_PUBLISHABLE_KEY: { STRIPE_SECRET_KEY: 'sk_live_1234', STRIPE_WEBHOOK_SECRET: 'whsec_1234' },
  STRIPE_WEBHOOK_SECRET: { STRIPE_SECRET_KEY: 'sk_live_1234', STRIPE_PUBLISHABLE_KEY: 'pk_live_1234' },
  'BREACHED_PASSWORDS_URL=http://range.example/range': { PASSWORD_POLICY: 'strict' },
  'BREACHED_PASSWORDS_URL=https://range.example/range': { PASSWORD_POLICY: '' },
  'ANDROID_APP_PACKAGE=com.example.verify': { ANDROID_APP_FINGERPRINTS: '' },
  SERVER_KEY_FILE: { SERVER_KEY: '' },
  SMTP_URL_FILE: { SMTP_URL: '' },
  DATABASE_URL_FILE: { DATABASE_URL: '' },
  DATABSE_URL: { DATABASE_URL: '' },
  database_url: { DATABASE_URL: '' },
  MASTERLISTS_DIR: { MASTER_LISTS_DIR: '' },
  STRIPE_SECRT_KEY: { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
};

interface Start {
  environment: Record<string, string>;
  sentences: string[];
}

/** Combines wrong values that do not affect each other, so that a few starts are enough. */
function inFewStarts(): Start[] {
  const starts: Start[] = [];
  for (const [name, values] of Object.entries(WRONG)) {
    for (const [value, sentence] of values) {
      const environment = { ...(BESIDE[`${name}=${value}`] ?? BESIDE[name]), [name]: value };
      const fits = (start: Start) => Object.keys(environment).every((set) => !(set in start.environment));
      const start = starts.find(fits) ?? { environment: {}, sentences: [] };
      if (start.sentences.length === 0) starts.push(start);
      Object.assign(start.environment, environment);
      start.sentences.push(sentence);
    }
  }
  return starts;
}

describe('a start refuses, in one sentence each and without a stack,', () => {
  test.for(inFewStarts().map((start) => [Object.keys(start.environment).join(', '), start] as const))(
    '%s',
    async ([, { environment, sentences }]) => {
      const said = await refusal(environment);
      const rest = said.filter((line) => !sentences.some((sentence) => line.startsWith(sentence)));
      const missing = sentences.filter((sentence) => !said.some((line) => line.startsWith(sentence)));
      expect({ rest, missing }).toEqual({ rest: [], missing: [] });
      expect(said).toHaveLength(sentences.length);
      for (const line of said) expect(line).toMatch(/\.$/);
      expect(said.join('\n')).not.toContain(SECRET);
    },
  );

  test('an unknown option or role on the command line', async () => {
    const start = async (...options: string[]) => {
      service = await createServerProcess({ ROLE: 'all' }, undefined, undefined, options);
      await expect(service.start()).rejects.toThrow('The server ended with 1 before it was ready');
      return service.stdout + service.stderr;
    };
    expect(await start('--rôle', 'web')).toBe(
      "Unknown option '--rôle'. The only option is --role, with all, web or worker.\n",
    );
    expect(await start('--role', 'boss')).toBe('ROLE must be one of all, web, worker, not "boss".\n');
    expect(await start('--role=worker')).toBe('ROLE=worker (--role worker) requires DATABASE_URL.\n');
  });

  test('everything that is wrong, together', async () => {
    const said = await refusal({
      PORT: 'none',
      MAIL_FROM: 'nobody',
      SMTP_URL: 'smtp://',
      RATE_LIMIT: 'on',
    });
    expect(said.map((line) => line.split(' ', 1)[0]).toSorted()).toEqual([
      'MAIL_FROM',
      'PORT',
      'RATE_LIMIT',
      'SMTP_URL',
    ]);
  });
});

describe('a start warns, and continues,', () => {
  const warnings = () =>
    service!.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; msg: string })
      .filter(({ level }) => level === 40)
      .map(({ msg }) => msg);

  test('that variables with our prefixes are not read, nothing is trusted, the mail server is unknown and invoices lack the seller', async () => {
    service = await createServerProcess({
      ...production(),
      LOG_LEVEL: 'info',
      PASSWORD_POLICY: 'strict',
      SMTP_URL: 'smtps://mail.invalid',
      SMTP_HOST: 'mail.example.com',
      // Kubernetes sets these in every container if there is a service named "database".
      DATABASE_SERVICE_HOST: '10.0.0.1',
      DATABASE_PORT_5432_TCP: 'tcp://10.0.0.1:5432',
    });
    await service.start();
    const told = await eventually(async () => warnings().length >= 5 && warnings(), 'the warnings');
    expect(told.toSorted()).toEqual([
      expect.stringMatching(/^MAIL_FROM is not set/),
      expect.stringMatching(/^SMTP_HOST is set but not used/),
      'invoices are incomplete without SELLER_NAME, SELLER_ADDRESS, SELLER_COUNTRY, SELLER_VAT_NUMBER',
      expect.stringMatching(/^no trust anchors/),
      expect.stringMatching(/^the mail server mail\.invalid cannot be found/),
    ]);
    expect((await fetch(`${service.base}/readyz`)).status).toBe(200);
  });

  test('that the right name is set beside a wrong one, and once that passwords may be weak', async () => {
    service = await createServerProcess({ ...production(), LOG_LEVEL: 'info', PUBLIC_URI: 'https://id.example.com' });
    await service.start();
    const about = (name: string) => warnings().filter((text) => text.includes(name));
    await eventually(async () => about('PUBLIC_URI').length * about('PASSWORD_POLICY').length > 0, 'the warnings');
    expect(about('PUBLIC_URI')).toEqual(['PUBLIC_URI is set but not used. The variable is called PUBLIC_URL.']);
    expect(about('PASSWORD_POLICY')).toEqual([expect.stringContaining('PASSWORD_POLICY=strict')]);
  });

  test('and says which database, version, schema and trust it uses', async () => {
    service = await createServerProcess();
    await service.start();
    expect(await secondLine()).toMatch(
      new RegExp(
        `^Version \\d+\\.\\d+\\.\\d+, SQLite in ${service.folder}, schema \\d{4}-[a-z-]+, [1-9]\\d* trusted certificates\\.$`,
        'm',
      ),
    );
  });
});

describe('with PostgreSQL', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  const at = (changes: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'search'>>) =>
    Object.assign(new URL(postgres.url), changes).href;

  const UNUSABLE: [string, () => string, RegExp][] = [
    ['a wrong password', () => at({ password: 'guessed' }), /password authentication failed/],
    ['a database that does not exist', () => at({ pathname: '/nowhere' }), /database "nowhere" does not exist/],
    ['TLS that it does not offer', () => at({ search: '?sslmode=require' }), /does not support SSL/],
    [
      'a certificate that is not there',
      () => at({ search: '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem' }),
      /nowhere\/ca\.pem/,
    ],
  ];
  test.for(UNUSABLE)('a start says what is wrong: %s', async ([, url, reason]) => {
    const said = await refusal({ DATABASE_URL: url() });
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^The database at localhost:\d+\/\w+ cannot be used: .+\. Check DATABASE_URL\.$/);
    expect(said[0]).toMatch(reason);
    expect(said[0]).not.toMatch(/guessed|postgres:postgres/);
  });

  test('a start says that its user may create no tables', async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create role guest login password 'guest'`).finally(() => client.end());
    const said = await refusal({ DATABASE_URL: at({ username: 'guest', password: 'guest' }) });
    expect(said).toEqual([
      expect.stringMatching(
        /cannot be used: permission denied .+ \(42501\)\. Make the user of DATABASE_URL its owner\.$/,
      ),
    ]);
  });

  test('the start names the database without its password', async () => {
    service = await createServerProcess({ DATABASE_URL: postgres.url });
    await service.start();
    expect(await secondLine()).toMatch(/^Version .*, PostgreSQL at localhost:\d+\/postgres, schema \d{4}-/m);
    expect(service.stdout + service.stderr).not.toContain('postgres:postgres');
    expect(service.stderr).toBe('');
  });
});
