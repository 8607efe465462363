/** The addresses that the service may connect to on a customer's behalf: those of the public internet. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** In IPv6, only this part of the global unicast space is allocated (RFC 4291, 2.4), but the rest counts as unicast too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** A cloud metadata service at a public address. */
const METADATA = '168.63.129.16';

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || ipaddr.parse(address).range() !== 'unicast') return false;
  return isIP(address) === 4 ? address !== METADATA : ipaddr.IPv6.parse(address).match(GLOBAL_UNICAST);
}

/** An IPv4 address written as IPv6, such as `::ffff:127.0.0.1`, is never public. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
