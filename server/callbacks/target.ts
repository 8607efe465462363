/**
 * Where callbacks may be sent: https to a public host, and in local mode this machine. Checked when the customer sets the address,
 * so that they learn of a mistake, and again when a callback is sent, because DNS may have changed in the meantime.
 */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../core/config.ts';
import { BadRequest } from '../core/errors.ts';

export type Resolve = (host: string) => Promise<string[]>;

/** A lookup gets little time while a customer waits. If the name is not found, it is looked up again when the callback is sent. */
const LOOKUP_MS = 1000;
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid|onion)$/;

export class TargetRefused extends Error {}

/** @throws BadRequest with the reason for the customer. */
export async function checkCallbackUrl(
  callback_url: string,
  mode: Config['mode'],
  resolve: Resolve = resolveQuickly,
  path = 'callback_url',
): Promise<void> {
  try {
    const url = parseTarget(callback_url, mode);
    const host = hostOf(url);
    if (isIP(host) || isLocalName(host)) return void (await allowedAddresses(url, mode, resolve));
    const addresses = await resolve(host).catch(() => []);
    if (addresses.length > 0) assertAllowed(addresses, mode);
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    throw new BadRequest(error.message.replace('callback_url', path), 'callback_url_not_allowed', {
      details: [{ path, expected: 'an https address on a public host', received: 'string' }],
    });
  }
}

/** @throws TargetRefused when an address is not allowed, or the DNS error. */
export async function allowedAddresses(url: URL, mode: Config['mode'], resolve: Resolve): Promise<string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : isLocalName(host) ? ['127.0.0.1', '::1'] : await resolve(host);
  assertAllowed(addresses, mode);
  if (url.protocol === 'http:' && !addresses.every(isLoopbackAddress)) throw new TargetRefused(NOT_PUBLIC);
  return addresses;
}

const NOT_PUBLIC = 'callback_url must be an https address on a public host';

/** `URL` rewrites every spelling of an IPv4 address (`2130706433`, `0x7f.1`) as four numbers, so none of them evades the check. */
export function parseTarget(text: string, mode: Config['mode']): URL {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw new TargetRefused(NOT_PUBLIC);
  if (url.username || url.password) throw new TargetRefused('callback_url must not contain a user name or password');
  const host = hostOf(url);
  const local = mode === 'local' && (isLocalName(host) || isLoopbackAddress(host));
  if (local) return url;
  if (url.protocol !== 'https:') throw new TargetRefused(NOT_PUBLIC);
  if (!isIP(host) && (!host.includes('.') || PRIVATE_NAME.test(host))) throw new TargetRefused(NOT_PUBLIC);
  return url;
}

function assertAllowed(addresses: readonly string[], mode: Config['mode']): void {
  const allowed = (address: string) => isPublicAddress(address) || (mode === 'local' && isLoopbackAddress(address));
  if (!addresses.every(allowed)) throw new TargetRefused(NOT_PUBLIC);
}

/** Without the brackets of IPv6 and the trailing dot of a fully qualified name. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
const isLocalName = (host: string) => host === 'localhost';

/** Queries DNS directly. The operating system's lookup would block a thread until the receiver's name server responds. */
export async function resolveHost(host: string, timeout = 5000): Promise<string[]> {
  const resolver = new Resolver({ timeout, tries: 1 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (addresses.length === 0 && failed) throw failed.reason;
  return addresses;
}

const resolveQuickly: Resolve = (host) => resolveHost(host, LOOKUP_MS);

/** In IPv6, only this part of the global unicast space is allocated (RFC 4291, 2.4), but ipaddr.js calls the rest unicast too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** A cloud metadata service at a public address. */
const METADATA = '168.63.129.16';

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || ipaddr.parse(address).range() !== 'unicast') return false;
  return isIP(address) === 4 ? address !== METADATA : ipaddr.IPv6.parse(address).match(GLOBAL_UNICAST);
}

/** An IPv4 address written as IPv6, such as `::ffff:127.0.0.1`, does not count. */
const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
