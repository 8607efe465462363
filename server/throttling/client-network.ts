/** Whose calls are counted together: the holder of an address, and more loosely whoever holds its neighbours too. */
import { isIPv6 } from 'node:net';

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
  const groups = groupsOf(ip);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped)
    return {
      narrow: groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.'),
      wide: undefined,
    };
  const prefix = (length: number) =>
    groups
      .slice(0, length)
      .map((group) => group.toString(16))
      .join(':');
  return { narrow: `${prefix(4)}::/64`, wide: `${prefix(3)}::/48` };
}

/** The eight groups of an IPv6 address in any of its spellings (RFC 4291, 2.2). */
function groupsOf(ip: string): number[] {
  const text = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [(Number(a) << 8) | Number(b), (Number(c) << 8) | Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = '', tail] = text.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return parse(head);
  const [before, after] = [parse(head), parse(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
