import { useLingui } from '@lingui/react/macro';
import type { SessionState } from '@sigill/sdk/portal';
import type { Tone } from '../../ui/Badge';

export const stateTones: Record<SessionState, Tone> = {
  CREATED: 'neutral',
  INITIATED: 'progress',
  COMPLETED: 'progress',
  APPROVED: 'good',
  REJECTED: 'bad',
  FAILED: 'warning',
  ABORTED: 'neutral',
};

export const sessionStates = Object.keys(stateTones) as SessionState[];

/** The displayed name of each state. Code samples show the API's value. */
export function useStateWords(): Record<SessionState, string> {
  const { t } = useLingui();
  return {
    CREATED: t`Created`,
    INITIATED: t`Started`,
    COMPLETED: t`Read`,
    APPROVED: t`Approved`,
    REJECTED: t`Rejected`,
    FAILED: t`Failed`,
    ABORTED: t`Cancelled`,
  };
}

/** What each state means, in a sentence for the person waiting. */
export function useStateSentences(): Record<SessionState, string> {
  const { t } = useLingui();
  return {
    CREATED: t`Waiting for a phone to open the link.`,
    INITIATED: t`Reading has started. Hold the document still.`,
    COMPLETED: t`The chip was read and is being verified.`,
    APPROVED: t`The document is genuine and its data is verified.`,
    REJECTED: t`The document could not be verified.`,
    FAILED: t`The document could not be read.`,
    ABORTED: t`The session was cancelled.`,
  };
}
