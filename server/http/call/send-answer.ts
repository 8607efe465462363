/** Writes a response so that the client can read it even while it is still sending a body that the service does not read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { freeMemory } from '../../core/free-memory.ts';
import type { Answer } from './answer.ts';

/** If an unread body is longer than this, or its length is unknown, the connection is closed. Otherwise the rest is skipped. */
const WORTH_KEEPING = 64 * 1024;
/**
 * How much a client may still send after a refusal, so that it can read the response. It is more than the largest body, because a proxy
 * that has a body at hand sends all of it before it looks for a response, and turns a closed connection into a 502.
 */
const LINGER = { bytes: 8 * 1024 * 1024, ms: 1000 };

export function sendAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  { status, body }: Answer,
  headers: Record<string, string>,
): void {
  const isCutOff = status >= 400 && isStillSending(req, headers['Connection'] === 'close' ? 0 : WORTH_KEEPING);
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  headers['Content-Type'] = 'application/json; charset=utf-8';
  headers['Content-Length'] = String(length);
  headers['Cache-Control'] = 'no-store';
  if (isCutOff) headers['Connection'] = 'close';
  res.writeHead(status, headers);
  if (isCutOff) endAfterRest(req, res, body);
  else if (typeof body === 'string') res.end(body, length === body.length ? 'latin1' : 'utf8');
  else {
    // Once the response has finished, the operating system has all of it.
    res.once('finish', () => freeMemory(body));
    res.end(body);
  }
}

const isStillSending = ({ readableEnded, headers }: IncomingMessage, least: number) =>
  !readableEnded && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > least);

/** Closing a connection while the other side is still sending resets it and loses the response, so the rest is read first. */
function endAfterRest(req: IncomingMessage, res: ServerResponse, body: string | Buffer): void {
  let left = LINGER.bytes;
  const end = () => {
    clearTimeout(late);
    req.off('data', skip).off('end', end).off('error', end).off('close', end);
    res.end();
  };
  const skip = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const late = setTimeout(end, LINGER.ms);
  res.write(body);
  req.on('data', skip).on('end', end).on('error', end).on('close', end).resume();
}
