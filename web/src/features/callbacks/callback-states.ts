import type { CallbackState } from '@sigill/sdk';
import type { Tone } from '../../ui/Badge';

export const callbackTones: Record<CallbackState, Tone> = { PENDING: 'progress', DELIVERED: 'good', FAILED: 'bad' };
export const callbackStates = Object.keys(callbackTones) as CallbackState[];
