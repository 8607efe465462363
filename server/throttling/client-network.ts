/** Which calls are counted together: those of one IPv4 address or one IPv6 /64 and, with a higher limit, those of one IPv6 /48. */
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface ClientNetworks {
  /** An IPv4 address, or the /64 of an IPv6 address, all of which belongs to one customer. */
  narrow: string;
  /** The /48 of an IPv6 address, which may also belong to one customer. */
  wide: string | undefined;
}

export const WIDE_FACTOR = 8;

/** The network of an address, large enough not to identify a person: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function coarseNetworkOf(address: string): string {
  const { narrow, wide } = networksOf(address);
  return wide ?? narrow.replace(/\.\d+$/, '.0/24');
}

const found = new Map<string, ClientNetworks>();
const MOST_FOUND = 1000;

export function networksOf(address: string): ClientNetworks {
  const key = address.slice(0, 64);
  let networks = found.get(key);
  if (!networks) {
    networks = parse(key);
    if (found.size >= MOST_FOUND) found.clear();
    found.set(key, networks);
  }
  return networks;
}

function parse(address: string): ClientNetworks {
  const ip = address.split('%', 1)[0]!;
  if (!isIPv6(ip)) return { narrow: ip.slice(0, 64), wide: undefined };
  const parsed = ipaddr.process(ip);
  if (parsed instanceof ipaddr.IPv4) return { narrow: parsed.toString(), wide: undefined };
  const prefix = (length: number) =>
    parsed.parts
      .slice(0, length)
      .map((group) => group.toString(16))
      .join(':');
  return { narrow: `${prefix(4)}::/64`, wide: `${prefix(3)}::/48` };
}
