import type { Overview } from '@sigill/sdk/portal';
import { storage } from '../../storage/storage';

const SEEN = 'first-success';

/** An account with more approved documents than this gets no celebration, even if this browser has not shown one. */
const FEW = 3;

/** The newest approved session of a new account with only a few approved ones, once in each browser. */
export function firstSuccess({ current, previous, sessions }: Overview): Overview['sessions'][number] | undefined {
  const isFirst = current.approved > 0 && current.approved <= FEW && previous.created === 0;
  return isFirst && storage.get(SEEN) === undefined ? sessions.find(({ state }) => state === 'APPROVED') : undefined;
}

export const rememberSuccess = (): void => storage.set(SEEN, 'shown');
