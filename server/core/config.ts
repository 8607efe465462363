/** Reads the environment, once, and names every wrong value at once. Each variable is documented in docs/configuration.md. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';

export interface Config {
  /** 'local' runs everything on one machine with the stand-ins under /_local/; 'production' loads none of them. */
  mode: 'local' | 'production';
  port: number;
  /** The address or name to listen on. Absent: this machine only in local mode, all addresses in production. */
  host: string | undefined;
  data_dir: string;
  /** Origin under which the service is reached, without a trailing slash. */
  public_url: string;
  /** PostgreSQL connection string; SQLite in data_dir when absent. */
  database_url: string | undefined;
  /** Wraps the keys of the sealed identity data: 32 bytes. Made on first start in local mode. */
  server_key: Buffer | undefined;
  /** Reverse proxies in front of the server whose X-Forwarded-For entries are believed. */
  trusted_proxies: number;
  /** How long `/readyz` says that the service is about to stop before it does. */
  drain_seconds: number;
  master_lists_dir: string | undefined;
  log_level: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  smtp_url: string | undefined;
  mail_from: string;
  password_policy: 'specified' | 'strict';
  /** The OpenID clients of single sign-on. Absent in production when not configured; in local mode the stand-ins. */
  sign_in: { google: SignInClient | undefined; microsoft: SignInClient | undefined };
  /** The account at Stripe. Absent when not configured: then the stand-in of local mode, and in production no cards. */
  stripe: { secret_key: string; publishable_key: string; webhook_secret: string; api: URL | undefined } | undefined;
  /** What compares faces. Absent when not configured: then face verification is refused. */
  face_matcher: { url: URL; token: string | undefined } | undefined;
  seller: Seller;
}

/** Who sells, as printed on bills. */
export interface Seller {
  name: string;
  address: string[];
  vat_number: string | undefined;
  /** Where domestic customers pay VAT even with a VAT number. */
  country: string | undefined;
}

export interface SignInClient {
  issuer: string;
  client_id: string;
  client_secret: string;
}

const ENVIRONMENTS = ['production', 'development', 'test'] as const;
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** @throws ConfigError with one sentence per wrong variable. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const wrong: string[] = [];
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const integer = (name: string, fallback: number, minimum: number, maximum: number): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number;
    wrong.push(`${name} must be a whole number from ${minimum} to ${maximum}, not "${value}".`);
    return fallback;
  };
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = text(name) ?? fallback;
    const found = values.find((allowed) => allowed === value);
    if (!found) wrong.push(`${name} must be one of ${values.join(', ')}, not "${value}".`);
    return found ?? fallback;
  };

  // Another value is a slip, and local mode is nothing to slip into.
  const environmentName = oneOf('NODE_ENV', ENVIRONMENTS, 'development');
  const production = environmentName === 'production';
  const port = integer('PORT', 3000, 1, 65_535);
  const public_url = readOrigin(text('PUBLIC_URL') ?? `http://localhost:${port}`, wrong);
  const signInClient = (provider: 'google' | 'microsoft', issuer: string): SignInClient | undefined => {
    const prefix = provider.toUpperCase();
    const [client_id, client_secret] = [text(`${prefix}_CLIENT_ID`), text(`${prefix}_CLIENT_SECRET`)];
    if (client_id && client_secret) {
      return {
        issuer: readIssuer(`${prefix}_ISSUER`, text(`${prefix}_ISSUER`) ?? issuer, production, wrong),
        client_id,
        client_secret,
      };
    }
    if (client_id || client_secret) wrong.push(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET must be set together.`);
    if (production) return undefined;
    return { issuer: `${public_url}/_local/${provider}`, client_id: 'sigill', client_secret: 'sigill-local' };
  };
  const tenant = text('MICROSOFT_TENANT') ?? 'common';
  if (!/^[\w.-]+$/.test(tenant))
    wrong.push(`MICROSOFT_TENANT must be a tenant's id or domain, or common, not "${tenant}".`);

  const stripeKeys = {
    secret_key: text('STRIPE_SECRET_KEY'),
    publishable_key: text('STRIPE_PUBLISHABLE_KEY'),
    webhook_secret: text('STRIPE_WEBHOOK_SECRET'),
  };
  const { secret_key, publishable_key, webhook_secret } = stripeKeys;
  const api = text('STRIPE_API');
  const stripe =
    secret_key && publishable_key && webhook_secret
      ? {
          secret_key,
          publishable_key,
          webhook_secret,
          api: api ? readProvider('STRIPE_API', api, production, wrong) : undefined,
        }
      : undefined;
  if (!stripe && Object.values(stripeKeys).some(Boolean))
    wrong.push('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together.');
  const matcher = text('FACE_MATCHER_URL');
  const matcherUrl = matcher ? readProvider('FACE_MATCHER_URL', matcher, production, wrong) : undefined;
  const sellerCountry = text('SELLER_COUNTRY');
  if (sellerCountry && !/^[A-Z]{2}$/.test(sellerCountry))
    wrong.push(`SELLER_COUNTRY must be a country code such as SE, not "${sellerCountry}".`);

  const lists = text('MASTER_LISTS_DIR');
  if (lists && !statSync(lists, { throwIfNoEntry: false })?.isDirectory())
    wrong.push(`MASTER_LISTS_DIR names ${lists}, which is no folder.`);
  const key = readServerKey(text('SERVER_KEY'), text('SERVER_KEY_FILE'), wrong);
  const config: Config = {
    mode: production ? 'production' : 'local',
    port,
    host: readHost(text('HOST'), wrong),
    data_dir: resolve(text('DATA_DIR') ?? './data'),
    public_url,
    database_url: text('DATABASE_URL'),
    server_key: key,
    trusted_proxies: integer('TRUSTED_PROXIES', 0, 0, 10),
    drain_seconds: integer('DRAIN_SECONDS', production ? 3 : 0, 0, 5),
    master_lists_dir: lists,
    log_level: oneOf('LOG_LEVEL', LOG_LEVELS, production ? 'info' : 'warn'),
    smtp_url: text('SMTP_URL'),
    mail_from: text('MAIL_FROM') ?? 'Sigill <no-reply@localhost>',
    password_policy: oneOf('PASSWORD_POLICY', ['specified', 'strict'] as const, 'specified'),
    sign_in: {
      google: signInClient('google', 'https://accounts.google.com'),
      microsoft: signInClient('microsoft', `https://login.microsoftonline.com/${tenant}/v2.0`),
    },
    stripe,
    face_matcher: matcherUrl && { url: matcherUrl, token: text('FACE_MATCHER_TOKEN') },
    seller: {
      name: text('SELLER_NAME') ?? 'Sigill',
      address: (text('SELLER_ADDRESS') ?? '')
        .split('|')
        .map((line) => line.trim())
        .filter(Boolean),
      vat_number: text('SELLER_VAT_NUMBER'),
      country: sellerCountry,
    },
  };
  if (config.database_url && !/^postgres(ql)?:\/\//.test(config.database_url)) {
    wrong.push('DATABASE_URL must start with postgres:// or postgresql://.');
  }
  if (config.smtp_url && !/^smtps?:\/\//.test(config.smtp_url))
    wrong.push('SMTP_URL must start with smtp:// or smtps://.');
  if (!production && public_url.startsWith('https:'))
    wrong.push(
      `PUBLIC_URL is ${public_url}, but local mode is never public: it shows every mail to whoever asks. Set NODE_ENV=production, or leave PUBLIC_URL out.`,
    );
  if (production) {
    if (!text('PUBLIC_URL')) wrong.push('PUBLIC_URL must be set in production, for example https://id.example.com.');
    if (!key) wrong.push('SERVER_KEY or SERVER_KEY_FILE must hold 32 bytes in base64 in production.');
    if (!config.smtp_url)
      wrong.push('SMTP_URL must be set in production, for example smtps://user:password@mail.example.com.');
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return config;
}

function readOrigin(value: string, wrong: string[]): string {
  try {
    const url = new URL(value);
    if ((url.protocol === 'http:' || url.protocol === 'https:') && url.pathname === '/' && !url.search && !url.hash)
      return url.origin;
  } catch {
    // Answered below, like every other malformed value.
  }
  wrong.push(`PUBLIC_URL must be an origin such as https://id.example.com, not "${value}".`);
  return 'http://localhost';
}

function readHost(value: string | undefined, wrong: string[]): string | undefined {
  if (value === undefined || isIP(value) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)) return value;
  wrong.push(`HOST must be an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0, not "${value}".`);
  return undefined;
}

function readIssuer(name: string, value: string, production: boolean, wrong: string[]): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  const allowed = protocol === 'https:' || (protocol === 'http:' && !production);
  if (!allowed) wrong.push(`${name} must be the https address of an OpenID provider, not "${value}".`);
  return value;
}

function readProvider(name: string, value: string, production: boolean, wrong: string[]): URL | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && !production)) return url;
  wrong.push(`${name} must be the https address of an API, not "${value}".`);
  return undefined;
}

function readServerKey(value: string | undefined, file: string | undefined, wrong: string[]): Buffer | undefined {
  if (file && !existsSync(file)) {
    wrong.push(`SERVER_KEY_FILE names ${file}, which does not exist.`);
    return undefined;
  }
  const encoded = file ? readFileSync(file, 'utf8').trim() : value;
  if (!encoded) return undefined;
  const key = Buffer.from(encoded, 'base64');
  if (key.length === 32) return key;
  wrong.push(`SERVER_KEY must be 32 bytes in base64, not ${key.length}.`);
  return undefined;
}
