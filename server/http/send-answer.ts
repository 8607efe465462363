/** Writes an answer so that the caller can read it, also one that still sends what nobody will read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** What is left of a smaller body is skipped by node, and the connection kept; a larger one is not worth it. */
const WORTH_KEEPING = 64 * 1024;
/** What a caller may still send after a refusal, so that it reads the refusal. */
const LINGER = { bytes: 1024 * 1024, ms: 1000 };

export function sendAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  { status, body }: Answer,
  headers: Record<string, string>,
): void {
  const isCutOff = status >= 400 && isStillSending(req);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    ...headers,
    ...(isCutOff && { Connection: 'close' }),
  });
  if (isCutOff) endAfterRest(req, res, body);
  else res.end(body);
}

const isStillSending = ({ readableEnded, headers }: IncomingMessage) =>
  !readableEnded &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > WORTH_KEEPING);

/** A connection that is closed while the other side still sends is reset, and its answer lost with it. */
function endAfterRest(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
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
