import { useLingui } from '@lingui/react/macro';
import type { EventType } from '@sigill/sdk/portal';

export function useEventWords(): Record<EventType, string> {
  const { t } = useLingui();
  return {
    'session.state_changed': t`A session changes its state`,
    'session.redacted': t`A session’s identity data is deleted`,
    'session.link_renewed': t`A session’s link is renewed`,
    'account.spending_cap_near': t`The spending cap is nearly reached`,
  };
}
