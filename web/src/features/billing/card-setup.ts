import { queryOptions } from '@tanstack/react-query';
import { sigill } from '../../api/client';

/** Each visit to the page uses one card setup, even when several cards are declined. */
export const cardSetupOptions = () =>
  queryOptions({
    queryKey: ['card setup'],
    queryFn: ({ signal }) => sigill.stripe.start({}, { signal }),
    staleTime: 'static',
    gcTime: 0,
  });
