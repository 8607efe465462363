import type { IncomingMessage } from 'node:http';

export class BodyTooLarge extends Error {
  readonly status = 413;
}

/** @throws BodyTooLarge without reading the rest. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A loop that is left early would close the connection, and with it the way of the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > limit) throw new BodyTooLarge(`The body is larger than ${limit} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export const readForm = async (request: IncomingMessage, limit: number) =>
  new URLSearchParams(await readBody(request, limit));
