import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { part } from '../loading/part';

export const laterPanels = part('figures of the dashboard', async () => (await import('./panels')).panels);

/** For panels whose place is reserved while they load. */
export const usePanels = () => useSuspenseQuery(laterPanels).data;

/** For panels that are only shown when they have something to say. */
export const useLoadedPanels = () => useQuery(laterPanels).data;
