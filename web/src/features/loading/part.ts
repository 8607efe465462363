import { queryOptions } from '@tanstack/react-query';

/**
 * A part of a screen that is asked for together with the data that it shows, and not with what is there before that: the first paint
 * waits for neither. As a query, it comes again like the data when it could not be loaded.
 */
export const part = <Loaded>(name: string, load: () => Promise<Loaded>) =>
  queryOptions({
    queryKey: ['part', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    // A component is itself, whatever it looks like.
    structuralSharing: false,
  });
