import type { IncomingMessage } from 'node:http';

/** The caller's address: the socket's, or the entry that the outermost of `proxies` trusted proxies appended to X-Forwarded-For. */
export function clientAddress(req: IncomingMessage, proxies: number): string {
  const socket = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (proxies === 0) return socket;
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => entry.trim());
  return forwarded.at(-proxies) || socket;
}
