import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
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

/** Code samples show the API's value instead. */
export const stateWords: Record<SessionState, MessageDescriptor> = {
  CREATED: msg`Created`,
  INITIATED: msg`Started`,
  COMPLETED: msg`Read`,
  APPROVED: msg`Approved`,
  REJECTED: msg`Rejected`,
  FAILED: msg`Failed`,
  ABORTED: msg`Cancelled`,
};

export function useStateWords(): Record<SessionState, string> {
  const { i18n } = useLingui();
  const words = Object.entries(stateWords).map(([state, word]) => [state, i18n._(word)]);
  return Object.fromEntries(words) as Record<SessionState, string>;
}

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
