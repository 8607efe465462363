import { useLingui } from '@lingui/react/macro';

/** What the numbers of a link count. */
export function useCountNames() {
  const { t } = useLingui();
  return {
    started: t({ message: 'Started', context: 'how many sessions' }),
    approved: t({ message: 'Approved', context: 'how many sessions' }),
    rejected: t({ message: 'Rejected', context: 'how many sessions' }),
  };
}
