import type { AccountUser, UserProfile } from '../generated/operations.gen.ts';
import type { User } from './user.repository.ts';

export const viewProfile = (user: User): UserProfile => ({
  id: user.id,
  type: user.type,
  // Only service users lack an address, and they cannot hold an access token.
  email: user.email!,
  email_verified: user.email_verified === 1,
  alias: user.alias,
  created: user.created,
});

export const viewUser = (user: User): AccountUser => ({
  id: user.id,
  type: user.type,
  alias: user.alias,
  ...(user.name !== null && { name: user.name }),
  ...(user.email !== null && { email: user.email, email_verified: user.email_verified === 1 }),
  created: user.created,
  ...(user.last_used !== null && { last_used: user.last_used }),
});
