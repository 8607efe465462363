import { QueryClient } from '@tanstack/react-query';
// The Query options of the SDK call through the client that was made last.
import './client';

/**
 * Retries belong to the SDK's client, which knows status, delay and idempotency key. What a loader has just fetched is not
 * fetched again by its screen; on the next visit the old answer is shown while a new one comes.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 2000 }, mutations: { retry: false } },
});
