/** Which addresses the service may connect to on behalf of a customer: those of the public internet. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of IPv6, only global unicast is given out (RFC 4291, 2.4); the rest of the space counts as unicast too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** A metadata service on a public address. */
const METADATA = '168.63.129.16';

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || ipaddr.parse(address).range() !== 'unicast') return false;
  return isIP(address) === 4 ? address !== METADATA : ipaddr.IPv6.parse(address).match(GLOBAL_UNICAST);
}

/** An IPv4 address that is written as an IPv6 one, such as `::ffff:127.0.0.1`, is never public. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
