import type { Principal } from '../../core/context.ts';
import type { SignedInDevice } from '../../generated/operations.gen.ts';
import type { Credential } from './bearer.repository.ts';
import { describeDevice } from './device-description.ts';

export const viewSignIn = (
  { id, created, last_used, user_agent }: Credential,
  { credential_id }: Principal,
): SignedInDevice => ({
  id,
  created,
  last_used,
  ...describeDevice(user_agent),
  is_current: id === credential_id,
});
