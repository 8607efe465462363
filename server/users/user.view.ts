import type { AccountUser, UserProfile } from '../generated/operations.gen.ts';
import type { User, UserWithKey } from './user.repository.ts';

export const viewProfile = (user: User): UserProfile => ({
  id: user.id,
  type: user.type,
  // Only service users lack a role and an address, and they cannot hold an access token.
  role: user.role!,
  email: user.email!,
  email_verified: user.email_verified === 1,
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
  ...(user.email !== null && { email: user.email, email_verified: user.email_verified === 1 }),
  created: user.created,
  ...(user.last_used !== null && { last_used: user.last_used }),
});
