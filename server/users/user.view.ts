import type { AccountUser, UserProfile } from '../generated/operations.gen.ts';
import { isEmailVerified, shownEmail, type User, type UserWithKey } from './user.service.ts';

export const viewProfile = (user: User): UserProfile => ({
  id: user.id,
  type: user.type,
  // Only service users lack a role and an address, and they cannot hold an access token.
  role: user.role!,
  email: shownEmail(user)!,
  email_verified: isEmailVerified(user),
  alias: user.alias,
  created: user.created,
});

export const viewUser = (user: UserWithKey): AccountUser => ({
  id: user.id,
  type: user.type,
  ...(user.role !== null && { role: user.role }),
  alias: user.alias,
  ...(user.public_key !== null && { public_key: user.public_key }),
  ...(user.name !== null && { name: user.name }),
  ...(user.email !== null && { email: shownEmail(user)!, email_verified: isEmailVerified(user) }),
  created: user.created,
  ...(user.last_used !== null && { last_used: user.last_used }),
});
