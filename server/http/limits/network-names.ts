/**
 * Names for clients' networks, so that the log can tell them apart without their addresses. A name is a keyed hash of an IPv4
 * address or of the /64 of an IPv6 address. Its key belongs to the installation and changes every month.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import type { Deps } from '../../core/deps.ts';
import { networksOf } from '../../throttling/client-network.ts';

const LENGTH = 12;
/** At this number, all names are forgotten and computed again. */
const MOST_REMEMBERED = 1000;

export type NameNetwork = (address: string) => string;

export function createNetworkNames({ deriveKey, clock }: Pick<Deps, 'deriveKey' | 'clock'>): NameNetwork {
  const names = new Map<string, string>();
  let month = -1;
  let key: KeyObject;
  return (address) => {
    const now = clock.now();
    const current = now.getUTCFullYear() * 12 + now.getUTCMonth();
    if (current !== month) {
      month = current;
      key = deriveKey(`log networks ${now.toISOString().slice(0, 7)}`);
      names.clear();
    }
    const { narrow } = networksOf(address);
    let name = names.get(narrow);
    if (name === undefined) {
      name = createHmac('sha256', key).update(narrow).digest('base64url').slice(0, LENGTH);
      if (names.size >= MOST_REMEMBERED) names.clear();
      names.set(narrow, name);
    }
    return name;
  };
}
