import { useLingui } from '@lingui/react/macro';
import type { GroupName } from './reference';

/** The title of each group of calls, and who makes them. */
export function useGroupWords(): Record<GroupName, { title: string; text: string }> {
  const { t } = useLingui();
  return {
    API: { title: t`API`, text: t`Calls from your backend with an API key.` },
    Reader: {
      title: t`Reader`,
      text: t`Calls from the end user’s device and the public demo. No API key needed.`,
    },
    Portal: {
      title: t`Portal`,
      text: t`Calls that the portal makes for a signed-in user. API keys cannot make them.`,
    },
  };
}
