/** The portal client created last: the Query options call it. */
import type { Client } from '../client.ts';
import type { PortalOperations } from '../generated/portal/sdk.gen.ts';

interface Current {
  portal: PortalOperations;
  client: Client;
}

let current: Current | undefined;

export function makeCurrent(next: Current): void {
  current = next;
}

export const portal = (): PortalOperations => existing().portal;
export const currentClient = (): Client => existing().client;

function existing(): Current {
  if (!current) throw new Error('Call createPortalClient() before the first query.');
  return current;
}
