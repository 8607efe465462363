/** Whose calls are counted together: the holder of an address, and more loosely whoever holds its neighbours too. */
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface ClientNetworks {
  /** An IPv4 address, or the /64 of an IPv6 address: one holder has all of it. */
  narrow: string;
  /** The /48 of an IPv6 address, which one customer may have. */
  wide: string | undefined;
}

/** How much more a /48 may do than one of its 65,536 /64. */
export const WIDE_FACTOR = 8;

export function networksOf(address: string): ClientNetworks {
  const ip = address.replace(/%.*$/, '');
  if (!isIPv6(ip)) return { narrow: ip.slice(0, 64), wide: undefined };
  // An IPv4 address written as IPv6 is that address.
  const parsed = ipaddr.process(ip);
  if (parsed instanceof ipaddr.IPv4) return { narrow: parsed.toString(), wide: undefined };
  const prefix = (length: number) =>
    parsed.parts
      .slice(0, length)
      .map((group) => group.toString(16))
      .join(':');
  return { narrow: `${prefix(4)}::/64`, wide: `${prefix(3)}::/48` };
}
