import { queryOptions } from '@tanstack/react-query';

/**
 * A part of a screen that is loaded together with the data it shows rather than with the rest of the screen, so the first paint waits
 * for neither. Because it is a query, a failed load is retried like the data.
 */
export const part = <Loaded>(name: string, load: () => Promise<Loaded>) =>
  queryOptions({
    queryKey: ['part', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    // Components must not be compared or merged structurally.
    structuralSharing: false,
  });
