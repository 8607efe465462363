import { QueryClient } from '@tanstack/react-query';
// Importing the client makes it the one that the SDK's Query options call: they use the newest one.
import './client';

/**
 * Query itself never tries again: the SDK's client does, since it knows the status, the delay and the idempotency key. What a
 * loader has just fetched is not fetched again by its screen. On the next visit the old answer is shown until the new one has come.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 2000 }, mutations: { retry: false } },
});
