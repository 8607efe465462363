import { Conflict, Forbidden } from '../core/errors.ts';

export const challengeInvalid = () => new Conflict('The challenge is unknown, used or expired', 'challenge_invalid');
export const chipAuthenticationInvalid = () =>
  new Conflict(
    'Chip Authentication was not started for this session or has expired. Start it again',
    'challenge_invalid',
  );
export const challengeLimit = (limit: number) =>
  new Conflict(`The session has used all of its ${limit} challenges`, 'challenge_limit');
export const wrongReaderKey = () => new Forbidden('The reader_key does not belong to this session');
