import type { TrustOverview } from '@sigill/sdk/portal';
import type { Status } from '../../../openapi/facts/status.ts';

/** What the service trusts. Anybody may ask, and a public page is not made heavier by the SDK, which would bring sign-in with it. */
export async function getTrust(signal: AbortSignal): Promise<TrustOverview> {
  // biome-ignore lint/style/noRestrictedGlobals: the SDK weighs as much as all the rest of the page.
  const response = await fetch('/api/v1/trust.get', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal,
  });
  if (!response.ok) throw new Error(`trust.get answered ${response.status}`);
  return (await response.json()) as TrustOverview;
}

/** How the service is. It answers also when much of it is down. */
export async function getStatus(signal: AbortSignal): Promise<Status> {
  // biome-ignore lint/style/noRestrictedGlobals: it is no call of the contract.
  const response = await fetch('/status.json', { credentials: 'omit', cache: 'no-store', signal });
  if (!response.ok) throw new Error(`status.json answered ${response.status}`);
  return (await response.json()) as Status;
}
