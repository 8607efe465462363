/** Refuses options that cannot be intended: JavaScript does not check types, and environment variables have none. */
import { type CallOptions, type ClientConfig, levels, shownAddress } from './client.ts';
import { suggestion } from './suggestion.ts';

const callOptions = ['signal', 'maxRetries', 'timeoutMs', 'idempotencyKey', 'headers', 'baseUrl'];
const clientOptions = [
  'publicKey',
  'secret',
  'baseUrl',
  'maxRetries',
  'timeoutMs',
  'defaultHeaders',
  'fetch',
  'logger',
  'logLevel',
  'sleep',
  'random',
  'exposeSecret',
  'decryptionKey',
];

/** @throws TypeError for an unknown option and for a value that the option cannot have. */
export function checkOptions(options: object, isForClient = false, more: string[] = []): void {
  if (typeof options !== 'object' || !options)
    throw new TypeError(
      `Pass the options as an object, such as ${isForClient ? '{ publicKey, secret }' : '{ timeoutMs: 10_000 }'}, not a ${typeof options}.`,
    );
  const known = [...(isForClient ? clientOptions : callOptions), ...more];
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw new TypeError(
        `Unknown option: ${name}.${suggestion(name, known) || ` The options are ${known.join(', ')}.`}`,
      );
  checkValues(options);
}

/**
 * @throws TypeError for an invalid option, or for an option passed among the parameters. Only options with capital letters are
 * recognised there, because parameters of the contract have none.
 */
export function checkCall(options: CallOptions, params: object): void {
  checkOptions(options);
  const misplaced = callOptions.find((name) => name in params && /[A-Z]/.test(name));
  if (misplaced)
    throw new TypeError(
      `${misplaced} is an option, not a parameter. Pass it in the second argument: (params, { ${misplaced} }).`,
    );
}

export interface Keys {
  publicKey: string | undefined;
  secret: string | undefined;
}

/** @throws TypeError when a key is missing or cannot be a key of the service. The message never contains the key. */
export function checkKeys({ publicKey = '', secret = '' }: Keys): void {
  const missing = [publicKey ? [] : 'publicKey (SIGILL_PUBLIC_KEY)', secret ? [] : 'secret (SIGILL_SECRET)'].flat();
  if (missing.length > 0) {
    throw new TypeError(
      `Missing ${missing.join(' and ')}. Pass it to new Sigill({ publicKey, secret }) or set it in the environment.`,
    );
  }
  if (publicKey.startsWith('secret-') || secret.startsWith('public-'))
    throw new TypeError(
      'publicKey and secret are swapped: a public key begins with public-key-, a secret with secret-.',
    );
  for (const [name, key] of Object.entries({ publicKey, secret })) {
    if (/^\s|\s$/.test(key)) throw new TypeError(`${name} begins or ends with whitespace. Remove it.`);
    if (/[^\x21-\x7e]/.test(key)) throw new TypeError(`${name} has a character that keys never have. Copy it again.`);
  }
}

/** @throws TypeError for an invalid address, or one with credentials, which would end up in logs. */
export function checkBaseUrl(baseUrl: string): void {
  if (/^https?:\/\/[^@]+$/.test(baseUrl)) return;
  const shown = shownAddress(baseUrl);
  throw new TypeError(
    `baseUrl must start with https:// or http:// and must not contain credentials, received ${shown}`,
  );
}

/** The longest time a timer can run. */
const LONGEST_MS = 2 ** 31 - 1;

/** Options that nothing else checks. With a wrong value a call might never end, or end at once. */
type Values = Pick<CallOptions & ClientConfig, 'maxRetries' | 'timeoutMs' | 'idempotencyKey' | 'logger' | 'logLevel'>;

function checkValues({
  maxRetries = 0,
  timeoutMs = 1,
  idempotencyKey = '-',
  logger = console,
  logLevel = 'warn',
}: Values): void {
  const refuse = (text: string) => {
    throw new TypeError(text);
  };
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0))
    refuse(`maxRetries must be a non-negative integer, received ${maxRetries}.`);
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_MS))
    refuse(`timeoutMs must be a number from 1 to ${LONGEST_MS}, received ${timeoutMs}.`);
  if (!/^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
    refuse('idempotencyKey must be 1 to 255 printable ASCII characters.');
  if (!levels.split(' ').includes(logLevel)) refuse(`logLevel must be one of ${levels.replaceAll(' ', ', ')}.`);
  for (const level of ['warn', 'debug'] as const)
    if (levels.indexOf(level) <= levels.indexOf(logLevel) && typeof logger?.[level] !== 'function')
      refuse(
        `logger.${level} must be a function, because logLevel is ${logLevel}. Pass console, or an object like it.`,
      );
}
