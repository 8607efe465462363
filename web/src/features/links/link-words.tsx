import { useLingui } from '@lingui/react/macro';
import type { ReusableLink } from '@sigill/sdk/portal';
import { StateMark } from '../../ui/Badge';

export function LinkState({ state }: Pick<ReusableLink, 'state'>) {
  const { t } = useLingui();
  const words: Record<ReusableLink['state'], string> = {
    ACTIVE: t({ message: 'Active', context: 'reusable link' }),
    LIMIT_REACHED: t`Limit reached`,
    EXPIRED: t`Expired`,
    ENDED: t`Ended`,
  };
  return <StateMark tone={state === 'ACTIVE' ? 'good' : 'neutral'}>{words[state]}</StateMark>;
}

export function useCountNames() {
  const { t } = useLingui();
  return {
    started: t({ message: 'Started', context: 'how many sessions' }),
    approved: t({ message: 'Approved', context: 'how many sessions' }),
    rejected: t({ message: 'Rejected', context: 'how many sessions' }),
  };
}
