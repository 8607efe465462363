/** The client of the portal that was made last: the Query options call it. */
import type { PortalOperations } from '../generated/portal/sdk.gen.ts';

let current: PortalOperations | undefined;

export function makeCurrent(portal: PortalOperations): void {
  current = portal;
}

export function portal(): PortalOperations {
  if (!current) throw new Error('There is no client yet. Make one with createPortalClient() before the first query.');
  return current;
}
