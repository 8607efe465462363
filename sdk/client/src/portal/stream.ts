import { type CallOptions, createClient } from '../client.ts';
import { currentClient } from './current.ts';

/** A file that the service is still writing while it is read. */
export interface StreamedFile {
  name: string;
  /** Media type, with its charset. */
  type: string;
  content: ReadableStream<Uint8Array>;
}

/**
 * Starts a streamed download. It is retried like any call until the response begins, and never after that: when the file is cut
 * off, reading `content` fails.
 * @throws SigillError
 */
export async function streamed(name: string, params?: object, options: CallOptions = {}): Promise<StreamedFile> {
  const { config } = currentClient();
  const { fetch: send = fetch } = config;
  let file: StreamedFile | undefined;
  const client = createClient({
    ...config,
    async fetch(input, init) {
      // The transport releases the caller's signal once it has a response. The file is still to come then, so the request gets the
      // signal too.
      const signals = [init?.signal, options.signal].filter((signal) => signal instanceof AbortSignal);
      const response = await send(input, { ...init, signal: AbortSignal.any(signals) });
      if (!response.ok || !response.body) return response;
      file = { ...describe(response.headers, name), content: response.body };
      return new Response('{}', { headers: response.headers });
    },
  });
  await client.call({ name, reads: true }, params, options);
  return file!;
}

function describe(headers: Headers, name: string): Pick<StreamedFile, 'name' | 'type'> {
  const [, given = name] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  return { name: given, type: headers.get('content-type') ?? '' };
}
