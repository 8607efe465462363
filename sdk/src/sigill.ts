import { callbacks } from './callbacks.ts';
import { type Client, type ClientConfig, createClient, shownAddress, type TransportConfig } from './client.ts';
import { ApiKeyOperations } from './generated/api/sdk.gen.ts';
import { Sessions } from './session.ts';

/** How to reach the service, and as whom. */
export interface SigillOptions extends ClientConfig {
  /** Address of the service. Otherwise taken from the environment, `SIGILL_BASE_URL`. */
  baseUrl?: string | undefined;
  /** Public key of an API key. Otherwise taken from the environment, `SIGILL_PUBLIC_KEY`. */
  publicKey?: string | undefined;
  /** Secret of the same API key. Otherwise taken from the environment, `SIGILL_SECRET`. */
  secret?: string | undefined;
}

/** Every call that an API key may make. For backends only: the secret must not reach a browser. */
export class Sigill extends ApiKeyOperations {
  /** Verifies what the service sends to `callback_url`. */
  readonly callbacks: typeof callbacks = callbacks;
  override readonly session: Sessions;

  constructor(options: SigillOptions = {}) {
    const client = createApiClient(options);
    super(client);
    this.session = new Sessions(client);
  }
}

/** Where the service is when nothing else is said. */
const defaultBaseUrl = 'https://sigill.example';

/** The client that `Sigill` uses. With it alone, a bundle has only the calls that it needs: `new Session(createApiClient())`. */
export function createApiClient(options: SigillOptions = {}): Client {
  const { publicKey = environment('SIGILL_PUBLIC_KEY'), secret = environment('SIGILL_SECRET'), ...config } = options;
  if (isBrowser()) {
    throw new Error(
      'The secret of an API key must stay on your server: this is a browser. Call Sigill from your backend.',
    );
  }
  const missing = [!publicKey && 'publicKey (SIGILL_PUBLIC_KEY)', !secret && 'secret (SIGILL_SECRET)'].filter(Boolean);
  if (missing.length) {
    throw new Error(
      `Missing ${missing.join(' and ')}. Pass it to new Sigill({ publicKey, secret }) or set it in the environment.`,
    );
  }
  const authorization = `Basic ${btoa(`${publicKey}:${secret}`)}`;
  const baseUrl = config.baseUrl ?? environment('SIGILL_BASE_URL') ?? defaultBaseUrl;
  if (!/^https?:\/\/[^@]+$/.test(baseUrl))
    throw new Error(
      `baseUrl must start with https:// or http:// and hold no credentials, received ${shownAddress(baseUrl)}`,
    );
  const transport: TransportConfig = {
    ...config,
    addressFrom: config.baseUrl ? 'baseUrl' : 'SIGILL_BASE_URL',
    baseUrl: baseUrl.replace(/\/+$/, ''),
    authorize: (credentials): Record<string, string> => (credentials ? { authorization } : {}),
  };
  return createClient(transport);
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}

/** Also true in workers of a browser, and false in Node, Deno, Bun and on edge platforms, whose user agents differ. */
function isBrowser(): boolean {
  return 'document' in globalThis || !!globalThis.navigator?.userAgent?.startsWith('Mozilla/');
}
