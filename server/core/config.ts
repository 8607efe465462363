/** The configuration, read from environment variables. Each is documented in docs/configuration.md. */
import { readdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { terms } from '../../openapi/facts/terms.ts';
import { readAppLinks } from './app-links.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { readFaceMatcher } from './face-config.ts';
import { isLoopback } from './loopback.ts';
import { readSeller, readSeries } from './seller-config.ts';
import { readTelemetry } from './telemetry-config.ts';

export type Config = ReturnType<typeof readConfig>;

export type Seller = Config['seller'];

type SignInClients = Record<'google' | 'microsoft', SignInClient | undefined>;

export interface SignInClient {
  issuer: string;
  client_id: string;
  client_secret: string;
}

const ROLES = ['all', 'web', 'worker'] as const;

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * @param sends_mail whether the process sends email; operator commands leave that to the servers
 * @throws ConfigError with one sentence per invalid variable
 */
export function readConfig(
  variables: Record<string, string | undefined>,
  { sends_mail = true }: { sends_mail?: boolean } = {},
) {
  const environment = readEnvironment(variables);
  const { production, text, integer, oneOf, complaints } = environment;
  const port = integer('PORT', 3000, 1, 65_535);
  const public_url = readPublicUrl(environment, port);
  const data_dir = resolve(text('DATA_DIR') ?? './data');
  const config = {
    /** 'local' runs everything on one machine with the stand-ins under /_local/; 'production' loads no stand-ins. */
    mode: production ? ('production' as const) : ('local' as const),
    port,
    /** The address or name to listen on. If absent: this machine only in local mode, all addresses in production. */
    host: readHost(environment),
    role: readRole(environment),
    data_dir,
    /** The public origin of the service, without a trailing slash. */
    public_url,
    ...readDatabase(environment, data_dir),
    /** Wraps the keys of the encrypted identity data: 32 bytes. Created on first start in local mode. */
    server_key: readServerKey(environment),
    /** Previous keys, used only to decrypt while the server's key is rotated. */
    previous_server_keys: readPreviousKeys(environment),
    /** The number of reverse proxies in front of the server whose X-Forwarded-For entries are trusted. */
    trusted_proxies: integer('TRUSTED_PROXIES', 0, 0, 10),
    /** The most open connections for each address that the server listens on. */
    max_connections: integer('MAX_CONNECTIONS', 10_000, 1, 1_000_000),
    drain_seconds: integer('DRAIN_SECONDS', production ? 3 : 0, 0, 5),
    master_lists_dir: readMasterListsDir(environment),
    /** How long calls with API keys are kept in the request log; 0 keeps none. */
    request_log_days: integer('REQUEST_LOG_DAYS', terms.request_log_days, 0, 3650),
    log_level: oneOf('LOG_LEVEL', LOG_LEVELS, production ? 'info' : 'warn'),
    telemetry: readTelemetry(environment, port),
    smtp_url: readSmtpUrl(environment, production && sends_mail),
    mail_from: readMailFrom(environment, production && sends_mail),
    password_policy: oneOf('PASSWORD_POLICY', ['specified', 'strict'] as const, 'specified'),
    /** A range API for breached passwords, used under the strict policy. If absent, only the bundled list is used. */
    breached_passwords_url: readBreachedPasswords(environment),
    /** The factor by which rate limits are multiplied. Infinity (RATE_LIMITS=off) means no limits, for load tests. */
    rate_limits: readRateLimits(environment),
    /** The OpenID clients of single sign-on. If not configured: undefined in production, the stand-ins in local mode. */
    sign_in: readSignIn(environment, public_url),
    /** The Stripe account. If not configured: the stand-in in local mode, and no card payments in production. */
    stripe: readStripe(environment),
    /** Undefined with FACE_DEMONSTRATION=off and no other. In production, the demonstration serves no live sessions. */
    face_matcher: readFaceMatcher(environment),
    app_links: readAppLinks(environment),
    seller: readSeller(environment),
    /** The REST API of VIES, which confirms VAT numbers. If absent, only their format is checked. */
    vies_url: environment.secureUrl('VIES_URL', 'the REST API of VIES'),
    first_bill_limit: readFirstBillLimit(environment),
    bill_series: readSeries(environment, 'BILL_SERIES', 'INV'),
    credit_note_series: readSeries(environment, 'CREDIT_NOTE_SERIES', 'CN'),
    warnings: environment.warnings,
  };
  if (complaints.length > 0) throw new ConfigError(complaints.join('\n'));
  return config;
}

function readRateLimits({ text, complain }: Environment): number {
  const value = text('RATE_LIMITS') ?? 'on';
  if (value === 'on') return 1;
  if (value === 'off') return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
  complain(`RATE_LIMITS must be on, off or a whole number up to 999999, not "${value}".`);
  return 1;
}

function readPublicUrl({ production, text, complain }: Environment, port: number): string {
  const value = text('PUBLIC_URL');
  if (value === undefined) {
    if (production) complain('PUBLIC_URL must be set in production, for example https://id.example.com.');
    return `http://localhost:${port}`;
  }
  const origin = originOf(value);
  if (origin === undefined) complain(`PUBLIC_URL must be an origin such as https://id.example.com, not "${value}".`);
  if (!production && origin?.startsWith('https:'))
    complain(
      `PUBLIC_URL is ${origin}, but local mode must not be public, because it shows every email to anyone. Set NODE_ENV=production, or unset PUBLIC_URL.`,
    );
  if (production && origin?.startsWith('http:') && !isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, '')))
    complain(`PUBLIC_URL must start with https:// in production, such as https://id.example.com, not "${value}".`);
  return origin ?? 'http://localhost';
}

function originOf(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, pathname, search, hash, origin } = new URL(value);
  const isOrigin = /^https?:$/.test(protocol) && pathname === '/' && !search && !hash;
  return isOrigin ? origin : undefined;
}

function readHost({ text, complain }: Environment): string | undefined {
  const value = text('HOST');
  if (value === undefined || isIP(value) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)) return value;
  complain(`HOST must be an address or name of this machine, such as 127.0.0.1 or 0.0.0.0, not "${value}".`);
  return undefined;
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

const readDatabase = (environment: Environment, data_dir: string) => ({
  /** PostgreSQL connection string. If absent, SQLite in data_dir is used. */
  database_url: readPostgresUrl(environment, 'DATABASE_URL'),
  /** The connection over which processes on one PostgreSQL notify each other. It must bypass a pooler, if there is one. */
  database_listen_url: readListenUrl(environment),
  /** The folder of the keys that are destroyed with the identity data, used with PostgreSQL. */
  erasure_keys_dir: resolve(environment.text('ERASURE_KEYS_DIR') ?? join(data_dir, 'erasure-keys')),
  database_pool_size: readPoolSize(environment),
});

function readListenUrl(environment: Environment): string | undefined {
  const { text, isGiven, complain } = environment;
  if (text('DATABASE_LISTEN_URL') && !isGiven('DATABASE_URL')) complain('DATABASE_LISTEN_URL requires DATABASE_URL.');
  return readPostgresUrl(environment, 'DATABASE_LISTEN_URL') ?? text('DATABASE_URL');
}

function readPostgresUrl(
  { text, serverUrl, complain }: Environment,
  name: 'DATABASE_URL' | 'DATABASE_LISTEN_URL',
): string | undefined {
  const url = serverUrl(name, ['postgres', 'postgresql'], 'postgres://sigill:password@db.example.com/sigill');
  const mode = url?.searchParams.get('sslmode');
  if (mode && !SSL_MODES.includes(mode)) complain(`The sslmode in ${name} must be one of ${SSL_MODES.join(', ')}.`);
  return url && text(name);
}

/** Roles other than `all` require PostgreSQL: SQLite is one file on one machine, and a single process uses it best. */
function readRole({ isGiven, oneOf, complain }: Environment) {
  const role = oneOf('ROLE', ROLES, 'all');
  if (role !== 'all' && !isGiven('DATABASE_URL')) complain(`ROLE=${role} (--role ${role}) requires DATABASE_URL.`);
  return role;
}

function readPoolSize({ text, isGiven, integer, complain }: Environment): number {
  if (text('DATABASE_POOL_SIZE') && !isGiven('DATABASE_URL')) complain('DATABASE_POOL_SIZE requires DATABASE_URL.');
  return integer('DATABASE_POOL_SIZE', 10, 2, 500);
}

function readServerKey(environment: Environment): Buffer | undefined {
  const encoded = environment.text('SERVER_KEY');
  if (encoded) return keyFrom(environment, 'SERVER_KEY', encoded);
  if (environment.production && !environment.isGiven('SERVER_KEY'))
    environment.complain('SERVER_KEY or SERVER_KEY_FILE must contain 32 bytes in base64 in production.');
  return undefined;
}

function readPreviousKeys(environment: Environment): Buffer[] {
  const encoded = environment.text('SERVER_KEY_PREVIOUS') ?? '';
  return encoded
    .split(/[,\s]+/)
    .filter(Boolean)
    .flatMap((one) => keyFrom(environment, 'SERVER_KEY_PREVIOUS', one) ?? []);
}

function keyFrom({ complain }: Environment, name: string, encoded: string): Buffer | undefined {
  const key = Buffer.from(encoded, 'base64');
  if (key.length === 32) return key;
  complain(`${name} must be 32 bytes in base64, not ${key.length}.`);
  return undefined;
}

function readMasterListsDir({ text, complain }: Environment): string | undefined {
  const folder = text('MASTER_LISTS_DIR');
  try {
    if (folder) readdirSync(folder);
  } catch {
    complain(`MASTER_LISTS_DIR points to ${folder}, which is not a readable folder.`);
  }
  return folder;
}

function readSmtpUrl({ text, isGiven, serverUrl, complain }: Environment, required: boolean): string | undefined {
  const url = serverUrl('SMTP_URL', ['smtp', 'smtps'], 'smtps://user:password@mail.example.com');
  if (!isGiven('SMTP_URL') && required)
    complain('SMTP_URL must be set in production, for example smtps://user:password@mail.example.com.');
  return url && text('SMTP_URL');
}

const SENDER = /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

function readMailFrom({ text, complain, warn }: Environment, sends_mail: boolean): string {
  const value = text('MAIL_FROM');
  if (value === undefined && sends_mail)
    warn('MAIL_FROM is not set. Emails are sent from no-reply@localhost, which most mail servers reject.');
  if (value !== undefined && !SENDER.test(value))
    complain(`MAIL_FROM must be an address such as Sigill <no-reply@example.com>, not "${value}".`);
  return value ?? 'Sigill <no-reply@localhost>';
}

/** Refuses the address without the strict policy: the operator who set it would expect the API to be used, but it never would be. */
function readBreachedPasswords({ text, secureUrl, complain }: Environment): URL | undefined {
  const url = secureUrl('BREACHED_PASSWORDS_URL', 'a range API');
  if (text('BREACHED_PASSWORDS_URL') && text('PASSWORD_POLICY') !== 'strict')
    complain('BREACHED_PASSWORDS_URL requires PASSWORD_POLICY=strict.');
  return url;
}

function readSignIn(environment: Environment, public_url: string): SignInClients {
  const tenant = environment.text('MICROSOFT_TENANT') ?? 'common';
  if (!/^[\w.-]+$/.test(tenant))
    environment.complain(`MICROSOFT_TENANT must be a tenant ID or domain, or common, not "${tenant}".`);
  const local = { client_id: 'sigill', client_secret: 'sigill-local' };
  const standIn = (provider: keyof SignInClients) =>
    environment.production ? undefined : { issuer: `${public_url}/_local/${provider}`, ...local };
  const microsoft = `https://login.microsoftonline.com/${tenant}/v2.0`;
  return {
    google: readSignInClient(environment, 'GOOGLE', 'https://accounts.google.com') ?? standIn('google'),
    microsoft: readSignInClient(environment, 'MICROSOFT', microsoft) ?? standIn('microsoft'),
  };
}

function readSignInClient(
  { text, secureUrl, allOrNone }: Environment,
  prefix: 'GOOGLE' | 'MICROSOFT',
  providersIssuer: string,
): SignInClient | undefined {
  allOrNone([`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]);
  const [client_id, client_secret] = [text(`${prefix}_CLIENT_ID`), text(`${prefix}_CLIENT_SECRET`)];
  if (!client_id || !client_secret) return undefined;
  secureUrl(`${prefix}_ISSUER`, 'an OpenID provider');
  return { issuer: text(`${prefix}_ISSUER`) ?? providersIssuer, client_id, client_secret };
}

function readStripe(environment: Environment) {
  const { text, secureUrl, allOrNone } = environment;
  allOrNone(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']);
  const secret_key = text('STRIPE_SECRET_KEY');
  const publishable_key = text('STRIPE_PUBLISHABLE_KEY');
  const webhook_secret = text('STRIPE_WEBHOOK_SECRET');
  if (!secret_key || !publishable_key || !webhook_secret) return undefined;
  const api = secureUrl('STRIPE_API', 'an API');
  // An API in place of Stripe's has its own kind of keys, which are not checked.
  if (api === undefined) checkStripeKeys(environment, { secret_key, publishable_key, webhook_secret });
  return { secret_key, publishable_key, webhook_secret, api };
}

/**
 * Checks the kind of each key (Stripe, "API keys" and "Restricted API keys"). Otherwise a key of the wrong kind would only fail
 * when a customer adds a card.
 */
function checkStripeKeys(
  { complain }: Environment,
  keys: Record<'secret_key' | 'publishable_key' | 'webhook_secret', string>,
): void {
  const secret = /^[sr]k_(test|live)_./.exec(keys.secret_key);
  const publishable = /^pk_(test|live)_./.exec(keys.publishable_key);
  if (!secret) complain('STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_.');
  if (!publishable) complain('STRIPE_PUBLISHABLE_KEY must start with pk_test_ or pk_live_.');
  if (!/^whsec_./.test(keys.webhook_secret)) complain('STRIPE_WEBHOOK_SECRET must start with whsec_.');
  if (secret && publishable && secret[1] !== publishable[1])
    complain('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.');
}

function readFirstBillLimit({ text, complain }: Environment): string | null {
  const value = text('FIRST_BILL_LIMIT') ?? '200.00';
  if (value === 'none') return null;
  if (!/^\d{1,7}(\.\d{2})?$/.test(value))
    complain(`FIRST_BILL_LIMIT must be an amount in USD such as 200.00, or none, not "${value}".`);
  return value;
}
