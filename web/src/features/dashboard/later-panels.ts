import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { activate, localeOf } from '../../i18n/locale';
import { part } from '../loading/part';

/** What of the dashboard shows figures, and its words. */
export const laterPanels = part('figures of the dashboard', async () => {
  const [{ panels }] = await Promise.all([import('./panels'), activate(localeOf(location.pathname), 'overview')]);
  return panels;
});

/** For what stands in a place that is kept while it is loaded. */
export const usePanels = () => useSuspenseQuery(laterPanels).data;

/** For what is only shown when there is something to say. */
export const useLoadedPanels = () => useQuery(laterPanels).data;
