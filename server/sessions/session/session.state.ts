import type { SessionState } from '../../generated/operations.gen.ts';

export const TRANSITIONS: Record<SessionState, readonly SessionState[]> = {
  CREATED: ['INITIATED', 'ABORTED', 'FAILED'],
  INITIATED: ['COMPLETED', 'ABORTED', 'FAILED'],
  COMPLETED: ['APPROVED', 'REJECTED'],
  FAILED: [],
  ABORTED: [],
  REJECTED: [],
  APPROVED: [],
};

export const STATES = Object.keys(TRANSITIONS) as SessionState[];

export const sourcesOf = (to: SessionState): SessionState[] => STATES.filter((from) => TRANSITIONS[from].includes(to));

export const isEnd = (state: SessionState): boolean => TRANSITIONS[state].length === 0;

/** Open sessions wait for the end user and can expire. */
export const isOpen = (state: SessionState): boolean => TRANSITIONS[state].includes('FAILED');
