import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** The caller's address: the socket's, or the entry that the outermost of `proxies` trusted proxies appended to X-Forwarded-For. */
export function clientAddress(req: IncomingMessage, proxies: number): string {
  const socket = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (proxies === 0) return socket;
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => entry.trim());
  return forwarded.at(-proxies) || socket;
}

/** What one subscriber has: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const address = ip.split('%', 1)[0]!;
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array<string>(8 - groups.length - after.length).fill('0'), ...after);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
