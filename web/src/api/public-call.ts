import type { TrustOverview } from '@sigill/sdk/portal';

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
