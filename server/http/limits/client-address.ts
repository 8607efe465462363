import type { IncomingMessage } from 'node:http';

/** Precedes an IPv4 address on a socket that accepts both kinds (RFC 4291, section 2.5.5.2). */
const MAPPED = '::ffff:';
/** How many of the last characters of X-Forwarded-For are read. Clients may send thousands, to which proxies append addresses. */
const READ = 1024;

/** The client's address: the socket's, or the entry that the outermost of `proxies` trusted proxies appended to X-Forwarded-For. */
export function clientAddress(req: IncomingMessage, proxies: number): string {
  const { remoteAddress = '' } = req.socket;
  const socket = remoteAddress.startsWith(MAPPED) ? remoteAddress.slice(MAPPED.length) : remoteAddress;
  if (proxies === 0) return socket;
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .slice(-READ)
    .split(',')
    .map((entry) => entry.trim());
  return forwarded.at(-proxies) || socket;
}
