import type { Invitation } from '../generated/operations.gen.ts';
import type { OpenInvite } from './invite.repository.ts';

export const viewInvite = (invite: OpenInvite): Invitation => ({
  id: invite.id,
  // Null only in invitations from before they had an address. Those have expired.
  email: invite.email!,
  role: invite.role,
  user_id: invite.user_id!,
  created: invite.created,
  expires: invite.expires,
});
