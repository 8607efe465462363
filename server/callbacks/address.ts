/** Which addresses the service may connect to on behalf of a customer: those of the public internet. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** IANA special-purpose registries (RFC 6890 and its updates), multicast, and a metadata service on a public address. */
const blocked4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], // This network.
  ['10.0.0.0', 8], // Private.
  ['100.64.0.0', 10], // Carrier-grade NAT; a metadata service lives here too.
  ['127.0.0.0', 8], // Loopback.
  ['169.254.0.0', 16], // Link-local, with the usual metadata service.
  ['172.16.0.0', 12], // Private.
  ['192.0.0.0', 24], // Protocol assignments.
  ['192.0.2.0', 24], // Documentation.
  ['192.31.196.0', 24], // AS112.
  ['192.52.193.0', 24], // AMT.
  ['192.88.99.0', 24], // 6to4 relays.
  ['192.168.0.0', 16], // Private.
  ['192.175.48.0', 24], // AS112.
  ['198.18.0.0', 15], // Benchmarks.
  ['198.51.100.0', 24], // Documentation.
  ['203.0.113.0', 24], // Documentation.
  ['224.0.0.0', 4], // Multicast.
  ['240.0.0.0', 4], // Reserved and broadcast.
] as const) {
  blocked4.addSubnet(network, prefix, 'ipv4');
}
blocked4.addAddress('168.63.129.16', 'ipv4');

/** Only global unicast is public; mapped, NAT64, unique local and link-local addresses lie outside of it. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** The parts of global unicast that lead elsewhere. */
const blocked6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23], // Protocol assignments, with Teredo and ORCHID.
  ['2001:db8::', 32], // Documentation.
  ['2002::', 16], // 6to4: carries an IPv4 address.
  ['3fff::', 20], // Documentation.
  ['2620:4f:8000::', 48], // AS112.
] as const) {
  blocked6.addSubnet(network, prefix, 'ipv6');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked4.check(address, 'ipv4');
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
}

/** Not for mapped addresses: `::ffff:127.0.0.1` is refused like every other disguise. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family === 4 ? loopback.check(address, 'ipv4') : family === 6 && address === '::1';
}
