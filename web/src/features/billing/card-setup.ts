import { queryOptions } from '@tanstack/react-query';
import { sigill } from '../../api/client';

/** One card setup for each visit of the page, also over tries that are declined. */
export const cardSetupOptions = () =>
  queryOptions({
    queryKey: ['card setup'],
    queryFn: ({ signal }) => sigill.stripe.start({ signal }),
    staleTime: 'static',
    gcTime: 0,
  });
