/** A body must be uncompressed JSON. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../core/errors.ts';

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** @throws ApiError 415 */
export function checkMediaType(req: IncomingMessage): void {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = req.headers;
  if (encoding.toLowerCase() !== 'identity') throw unsupported('The body must be sent without Content-Encoding');
  if (type !== undefined ? !JSON_TYPE.test(type) : hasBody(req))
    throw unsupported('Content-Type must be application/json');
}

const unsupported = (text: string) => new ApiError(415, text, 'unsupported_media_type');

const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
