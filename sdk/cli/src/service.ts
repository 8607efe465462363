/** The service, as the commands use it. Only this module makes calls with an API key. */
import type { ReaderCall } from '@sigill/reader';
import type { Specimen as SpecimenBundle } from '@sigill/reader/specimen';
import {
  AuthenticationError,
  type CallbackListenParams,
  createApiClient,
  type SessionCreateParams,
  Sigill,
  SigillError,
} from '@sigill/sdk';
import type { Settings } from './caller-settings.ts';
import { Refusal } from './command.ts';

export type SessionOptions = NonNullable<SessionCreateParams>;

export interface Specimen {
  name: string;
  title: string;
  description: string;
  outcome: { state: 'APPROVED' | 'REJECTED' | 'FAILED' | 'ABORTED'; code?: string };
}

export type Service = ReturnType<typeof connect>;

/** @throws Refusal when there is no API key, or when a key or the address is not valid. */
export function connect({ baseUrl, publicKey, secret }: Omit<Settings, 'callbackSecret'>) {
  const missing = [!publicKey && 'SIGILL_PUBLIC_KEY', !secret && 'SIGILL_SECRET'].filter(Boolean).join(' and ');
  if (missing)
    throw new Refusal(`There is no API key: set ${missing}. Create one in the portal at ${baseUrl}/add-keys.`);
  const options = { baseUrl, publicKey, secret, logLevel: 'off', maxRetries: 2 } as const;
  const sigill = made(() => new Sigill(options));
  const client = createApiClient(options);
  /** The calls of a reader, which need only the token of the session. */
  const reader: ReaderCall = (name, params, headers) =>
    client.call({ name, isPublic: true }, params, headers && { headers: { ...headers } });
  return {
    reader,
    createSession: (options: SessionOptions) => sigill.session.create(options),
    /** Without retries of its own: the listener reports a lost connection and reconnects. */
    listen: (input: CallbackListenParams, signal: AbortSignal) =>
      sigill.callback.listen(input, { signal, maxRetries: 0 }),
    call: (name: string, params: object) => client.call<unknown>({ name }, params),
    signingSecret: async () => (await sigill.callback.secret()).secret,
    newestSession: async () => (await sigill.session.list({ limit: 1 }, { maxRetries: 0 })).sessions[0],
  };
}

export const listSpecimens = async (baseUrl: string, signal: AbortSignal): Promise<Specimen[]> =>
  (await publicFile<{ specimens: Specimen[] }>(baseUrl, '/specimens.json', signal)).specimens;

export const readSpecimen = (baseUrl: string, name: string, signal: AbortSignal): Promise<SpecimenBundle> =>
  publicFile<SpecimenBundle>(baseUrl, `/specimens/${encodeURIComponent(name)}.json`, signal);

/** Specimens are served as files, outside the API. */
async function publicFile<T>(baseUrl: string, path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(baseUrl + path, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Refusal(`Could not reach ${baseUrl}${reasonOf(error)}. Check SIGILL_BASE_URL.`);
  });
  if (!response.ok) throw new Refusal(`${baseUrl}${path} responded with status ${response.status}.`);
  return (await response.json()) as T;
}

const reasonOf = (error: unknown): string => {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? ` (${code})` : '';
};

/** Passes on the SDK's message, which already says what is wrong with a key or the address. */
function made<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new Refusal((error as Error).message);
  }
}

/** For a bug in this program, keeps the stack, which is needed to find it. */
export function plainSentence(error: unknown): string {
  if (error instanceof AuthenticationError)
    return `The service does not accept the API key: ${error.message}. Run sigill doctor to find out why.`;
  if (error instanceof SigillError)
    return `${sentence(error.message)}${error.requestId ? ` (request ${error.requestId})` : ''}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
