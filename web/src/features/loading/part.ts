import { queryOptions } from '@tanstack/react-query';

/** A part of a screen that is loaded with the screen's data, after the first paint. As a query, it is retried like the data. */
export const part = <Loaded>(name: string, load: () => Promise<Loaded>) =>
  queryOptions({
    queryKey: ['part', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    // Structural sharing would compare and merge the components.
    structuralSharing: false,
  });
