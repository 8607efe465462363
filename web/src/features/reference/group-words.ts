import { useLingui } from '@lingui/react/macro';
import type { GroupName } from './reference';

/** The title of each group of calls, and who makes them. */
export function useGroupWords(): Record<GroupName, { title: string; text: string }> {
  const { t } = useLingui();
  return {
    API: { title: t`API`, text: t`What your backend calls with an API key.` },
    Reader: {
      title: t`Reader`,
      text: t`What the device of the end user calls, and the public demo. No API key is needed.`,
    },
    Portal: {
      title: t`Portal`,
      text: t`What the portal calls for a signed-in person. An API key cannot make these calls.`,
    },
  };
}
