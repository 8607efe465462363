import type { IncomingMessage } from 'node:http';
import { PayloadTooLarge } from '../errors.ts';

/** Collects a request body up to `limit` bytes. @throws PayloadTooLarge without reading the rest. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  const tooLarge = () =>
    new PayloadTooLarge(`The body is larger than ${limit} bytes`, {
      details: [
        { path: '', expected: `at most ${limit} bytes`, received: declared > limit ? `${declared} bytes` : 'more' },
      ],
    });
  if (declared > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (settle: () => void) => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      settle();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) done(() => reject(tooLarge()));
      else chunks.push(chunk);
    };
    const onEnd = () => done(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)));
    const onError = (error: Error) => done(() => reject(error));
    const onClose = () => done(() => reject(new Error('The client closed the connection')));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}
