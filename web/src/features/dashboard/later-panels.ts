import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { part } from '../loading/part';

/** What of the dashboard shows figures. */
export const laterPanels = part('figures of the dashboard', async () => (await import('./panels')).panels);

/** For what stands in a place that is kept while it is loaded. */
export const usePanels = () => useSuspenseQuery(laterPanels).data;

/** For what is only shown when there is something to say. */
export const useLoadedPanels = () => useQuery(laterPanels).data;
