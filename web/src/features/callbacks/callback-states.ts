import { useLingui } from '@lingui/react/macro';
import type { CallbackState } from '@sigill/sdk/portal';
import type { Tone } from '../../ui/Badge';

export const callbackTones: Record<CallbackState, Tone> = { PENDING: 'progress', DELIVERED: 'good', FAILED: 'bad' };
export const callbackStates = Object.keys(callbackTones) as CallbackState[];

export function useCallbackWords(): Record<CallbackState, string> {
  const { t } = useLingui();
  return { PENDING: t`Pending`, DELIVERED: t`Delivered`, FAILED: t`Failed` };
}
