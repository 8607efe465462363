import { Conflict, Forbidden } from '../core/errors.ts';
import { notOpen, type Session } from '../sessions/session/session.service.ts';
import { LIMITS } from './submitted-files.ts';

export const challengeInvalid = () => new Conflict('The challenge is unknown, used or expired', 'challenge_invalid');
export const chipAuthenticationInvalid = () =>
  new Conflict(
    'Chip Authentication was not started for this session or has expired. Start it again',
    'challenge_invalid',
  );
export const noChallenge = ({ state }: Session) =>
  state === 'INITIATED'
    ? new Conflict(`The session has used all of its ${LIMITS.challenges} challenges`, 'challenge_limit')
    : notOpen(state);
export const wrongReaderKey = () => new Forbidden('The reader_key does not belong to this session');
