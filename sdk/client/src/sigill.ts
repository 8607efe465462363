import { callbacks } from './callbacks.ts';
import { type CallOptions, type Client, type ClientConfig, createClient } from './client.ts';
import { deprecations } from './deprecation.ts';
import { ApiKeyOperations } from './generated/api/sdk.gen.ts';
import { type Result, resultOf } from './result.ts';
import type { DecryptionKey } from './sealed/jwk.ts';
import { Sessions } from './session.ts';
import { checkBaseUrl, checkCall, checkKeys, checkOptions, type Keys } from './settings.ts';
import { agent } from './version.ts';

/** Address of the service and credentials. */
export interface SigillOptions extends ClientConfig {
  /** Address of the service. The default is the environment variable `SIGILL_BASE_URL`. */
  baseUrl?: string | undefined;
  /** Public key of an API key. The default is the environment variable `SIGILL_PUBLIC_KEY`. */
  publicKey?: string | undefined;
  /** Secret of the same API key. The default is the environment variable `SIGILL_SECRET`. */
  secret?: string | undefined;
  /**
   * Allows a client where everybody can read its secret: in a browser and in React Native. For tests that only imitate a browser, as
   * Jest with jsdom does.
   */
  exposeSecret?: boolean | undefined;
  /**
   * The private key of the account's delivery key, as a JWK or as PKCS #8 in PEM. After a change of key, also pass the previous one
   * for as long as its sessions are kept. `session.get` and `session.waitFor` then decrypt `sealed_data`, and `session.proof`
   * returns the proof that is in it.
   */
  decryptionKey?: DecryptionKey | readonly DecryptionKey[] | undefined;
}

/** Every call that an API key may make. For backends only: the secret must not reach a browser. */
export class Sigill extends ApiKeyOperations {
  /** Verifies what the service sends to `callback_url` and to callback endpoints. */
  readonly callbacks: typeof callbacks = callbacks;
  override readonly session: Sessions;
  readonly #options: SigillOptions;
  readonly #client: Client;

  constructor(options: SigillOptions = {}) {
    checkOptions(options, true);
    if (exposes(options))
      throw new Error(
        'The secret must stay on your server: in a browser or in React Native, everybody can read it. If this is a test that imitates a browser, pass { exposeSecret: true }, or run it in the environment of Node.',
      );
    checkKeys(keysOf(options));
    const { config } = createApiClient(options);
    checkBaseUrl(config.baseUrl!);
    const client = createClient({ ...config, checkCall, noticeOf: deprecations() });
    super(client);
    this.session = new Sessions(client, options.decryptionKey);
    this.#options = options;
    this.#client = client;
  }

  /** A copy of this client with some options changed: `sigill.withOptions({ maxRetries: 0 })`. */
  withOptions(options: SigillOptions): Sigill {
    return new Sigill({ ...this.#options, ...options });
  }

  /** Makes a call that this version of the SDK does not know, by its name in the API reference, such as `session.create`. */
  request<T = unknown>(name: string, params?: object, options?: CallOptions): Result<T> {
    if (!/^\w+\.\w+$/.test(name)) {
      return resultOf(() => Promise.reject(new TypeError(`${name} is not the name of a call.`)), {});
    }
    return this.#client.call<T>({ name }, params, options);
  }
}

/** The address of the service unless configured. */
const defaultBaseUrl = 'https://sigill.example';

/**
 * A client for single classes of calls, so that a bundle holds only the calls that it needs: `new Session(createApiClient())`. To
 * keep the bundle small, it leaves checks of options to the compiler and the service, and logs no deprecations.
 */
export function createApiClient(options: SigillOptions = {}): Client {
  const { publicKey, secret } = keysOf(options);
  const { baseUrl = environment('SIGILL_BASE_URL') || defaultBaseUrl } = options;
  if (exposes(options)) throw new Error('The secret must stay on your server.');
  if (!publicKey || !secret) throw new Error('No publicKey or secret.');
  const authorization = `Basic ${btoa(`${publicKey}:${secret}`)}`;
  return createClient({
    ...options,
    addressFrom: options.baseUrl ? 'baseUrl' : 'SIGILL_BASE_URL',
    baseUrl: baseUrl.replace(/\/+$/, ''),
    defaultHeaders: { 'user-agent': agent, ...options.defaultHeaders },
    authorize(headers, credentials) {
      if (credentials) headers.set('authorization', authorization);
    },
  });
}

function keysOf({
  publicKey = environment('SIGILL_PUBLIC_KEY'),
  secret = environment('SIGILL_SECRET'),
}: SigillOptions): Keys {
  return { publicKey, secret };
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}

/**
 * Whether the secret would be exposed: in a browser, one of its workers, or React Native, unless `exposeSecret` allows it. Node,
 * Deno, Bun and edge platforms have other user agents.
 */
function exposes({ exposeSecret }: SigillOptions): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string; product?: string } };
  const platform = `${navigator?.userAgent}${navigator?.product}`;
  return !exposeSecret && ('document' in globalThis || /^Mozilla|ReactNative/.test(platform));
}
