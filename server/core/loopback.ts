import { isIP } from 'node:net';

/** Whether the name or address refers to this machine only (RFC 6761, section 6.3; RFC 1122, 3.2.1.3; RFC 4291, 2.5.3). */
export const isLoopback = (host: string) =>
  /^(.+\.)?localhost$/i.test(host) || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
