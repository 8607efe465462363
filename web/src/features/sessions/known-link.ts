import type { QueryClient } from '@tanstack/react-query';

type KnownLink = { open_url: string; replaces_another?: boolean };

const keyOf = (id: number) => ['link of session', id] as const;

/**
 * The link of a session that was created or renewed on this page. The service returns it only once, and it is remembered only here,
 * until the page is closed.
 */
export const knownLinkOptions = (id: number) => ({
  queryKey: keyOf(id),
  queryFn: (): KnownLink | null => null,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export const rememberLink = (queryClient: QueryClient, id: number, link: KnownLink): void =>
  void queryClient.setQueryData<KnownLink>(keyOf(id), link);
