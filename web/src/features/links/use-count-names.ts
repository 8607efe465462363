import { useLingui } from '@lingui/react/macro';

/** The names of the counters of a link. */
export function useCountNames() {
  const { t } = useLingui();
  return {
    started: t({ message: 'Started', context: 'how many sessions' }),
    approved: t({ message: 'Approved', context: 'how many sessions' }),
    rejected: t({ message: 'Rejected', context: 'how many sessions' }),
  };
}
