import { callbackHealthOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';

/** Enough for all endpoints that an account may have. */
export const endpointPage = { limit: 100 };

/** How the host of a URL received callbacks in the last 7 days; no host if nothing was sent there. */
export function useEndpointHost(url: string) {
  const { since, hosts } = useSuspenseQuery(callbackHealthOptions()).data;
  const named = URL.parse(url)?.host;
  return { since, host: hosts.find(({ host }) => host === named) };
}
