import type { Overview } from '@sigill/sdk/portal';
import { dashboardOverviewOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';
import type { Window } from './windows';

/** Whether there are no sessions of one kind, specimens or real ones. The list of the newest sessions has both kinds. */
export const hasNone = ({ sessions, current, previous }: Overview, ofSpecimens: boolean): boolean =>
  current.created + previous.created === 0 && !sessions.some(({ specimen }) => specimen === ofSpecimens);

/** Which sessions the overview counts: the chosen kind or, without a choice, real sessions, or specimens if there are only specimens. */
export function useShownKind(days: Window, chosen: boolean | undefined): { specimen: boolean; automatic: boolean } {
  const { data: real } = useQuery({ ...dashboardOverviewOptions({ days }), enabled: chosen === undefined });
  const isNew = chosen === undefined && real !== undefined && hasNone(real, false);
  const { data: specimens } = useQuery({ ...dashboardOverviewOptions({ days, specimen: true }), enabled: isNew });
  const automatic = isNew && specimens !== undefined && !hasNone(specimens, true);
  return { specimen: chosen ?? automatic, automatic };
}
