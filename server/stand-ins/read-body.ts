import type { IncomingMessage } from 'node:http';

export class BodyTooLarge extends Error {
  readonly status = 413;
}

/** @throws BodyTooLarge without reading the rest. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early would close the connection before the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > limit) throw new BodyTooLarge(`The body is larger than ${limit} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export const readForm = async (request: IncomingMessage, limit: number) =>
  new URLSearchParams(await readBody(request, limit));
