import { queryOptions } from '@tanstack/react-query';

/**
 * The link of a session that was created or renewed on this page. The service returns it only once, so it is remembered until the
 * page is closed, and nowhere else.
 */
export const knownLinkOptions = (id: number) =>
  queryOptions<{ open_url: string; replaces_another?: true } | null>({
    queryKey: ['link of session', id],
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
