/** The names of the environment variables that the service reads, and detection of misspelt ones. */
import { editDistance } from '../../openapi/facts/edit-distance.ts';

/** Secrets can also be in a file named by `NAME_FILE`: orchestrators mount such files, and a process's environment is less private. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'SERVER_KEY',
  'SERVER_KEY_PREVIOUS',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'FACE_MATCHER_TOKEN',
] as const;

type Secret = (typeof SECRETS)[number];

export const fileOf = <Name extends Secret>(secret: Name) => `${secret}_FILE` as const;

export const VARIABLES = [
  ...SECRETS,
  ...(SECRETS.map(fileOf) as `${Secret}_FILE`[]),
  'NODE_ENV',
  'PORT',
  'HOST',
  'ROLE',
  'DATA_DIR',
  'PUBLIC_URL',
  'DATABASE_POOL_SIZE',
  'ERASURE_KEYS_DIR',
  'TRUSTED_PROXIES',
  'MAX_CONNECTIONS',
  'DRAIN_SECONDS',
  'MASTER_LISTS_DIR',
  'REQUEST_LOG_DAYS',
  'LOG_LEVEL',
  'METRICS_PORT',
  'METRICS_HOST',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'MAIL_FROM',
  'PASSWORD_POLICY',
  'BREACHED_PASSWORDS_URL',
  'RATE_LIMITS',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_ISSUER',
  'MICROSOFT_CLIENT_ID',
  'MICROSOFT_ISSUER',
  'MICROSOFT_TENANT',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_API',
  'FACE_MATCHER_URL',
  'FACE_MODEL',
  'FACE_MODEL_PIXELS',
  'FACE_MODEL_CHANNELS',
  'FACE_LIVENESS',
  'FACE_PROVIDER',
  'FACE_DEMONSTRATION',
  'FACE_MATCH_THRESHOLD',
  'FACE_LIVENESS_THRESHOLD',
  'ANDROID_APP_PACKAGE',
  'ANDROID_APP_FINGERPRINTS',
  'IOS_APP_IDS',
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'SELLER_VAT_NUMBER',
  'SELLER_COUNTRY',
  'VIES_URL',
  'FIRST_BILL_LIMIT',
  'SELLER_BANK_ACCOUNT',
  'BILL_SERIES',
  'CREDIT_NOTE_SERIES',
] as const;

export type Variable = (typeof VARIABLES)[number];

/**
 * Names with a prefix like ours. The variables of Google's, Microsoft's and Android's own tools do not match, nor those that
 * Kubernetes sets for its services.
 */
const LIKE_OURS =
  /^(DATABASE|SERVER_KEY|SMTP|MAIL|STRIPE|FACE|SELLER|PASSWORD_POLICY|BREACHED_PASSWORDS|MASTER_LISTS)_/;
const OF_KUBERNETES = /_SERVICE_HOST$|_SERVICE_PORT(_|$)|_PORT(_\d+_|$)/;
/** Shorter names resemble too many other names, as PORT resembles POST. */
const SHORTEST_GUESSED = 8;
const SHORTEST_GUESSED_TWICE_WRONG = 10;

interface Unread {
  name: string;
  meant?: Variable;
}

export function listUnread(names: readonly string[]): Unread[] {
  const known = new Set<string>(VARIABLES);
  return names
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = VARIABLES.find((variable) => isMisspelt(name, variable));
      if (meant) return { name, meant };
      return LIKE_OURS.test(name) && !OF_KUBERNETES.test(name) ? { name } : [];
    });
}

function isMisspelt(name: string, variable: Variable): boolean {
  if (variable.length < SHORTEST_GUESSED) return false;
  const most = variable.length < SHORTEST_GUESSED_TWICE_WRONG ? 1 : 2;
  return Math.abs(name.length - variable.length) <= most && editDistance(name.toUpperCase(), variable) <= most;
}
