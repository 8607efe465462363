import { known } from '../core/known.ts';
import type { AccountUser, UserProfile } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import {
  createServiceUser,
  deleteUser,
  getSelf,
  getUser,
  isEmailVerified,
  listUsers,
  renameServiceUser,
  rotateServiceUser,
  shownEmail,
  type User,
  type UserWithKey,
} from './user.service.ts';
import { changeRole } from './user-role.service.ts';

export const userOperations: HandlersOf<'user'> = {
  'user.self': async (ctx) => viewProfile(await getSelf(ctx)),

  async 'user.list'(ctx, body) {
    const { rows, ...next } = await listUsers(ctx, body);
    return { users: rows.map(viewUser), ...next };
  },

  'user.get': async (ctx, body) => viewUser(await getUser(ctx, body)),
  'user.create_service_user': (ctx, body) => ctx.transaction((ctx) => createServiceUser(ctx, body)),
  'user.rotate_service_user': (ctx, body) => ctx.transaction((ctx) => rotateServiceUser(ctx, body)),

  'user.rename_service_user': (ctx, body) =>
    ctx.transaction(async (ctx) => viewUser(await renameServiceUser(ctx, body))),

  'user.change_role': (ctx, body) => ctx.transaction(async (ctx) => viewUser(await changeRole(ctx, body))),
  'user.delete': (ctx, body) => ctx.transaction((ctx) => deleteUser(ctx, body)),
};

const viewProfile = (user: User): UserProfile => ({
  id: user.id,
  type: user.type,
  // Only API keys lack a role and an address, and they cannot have an access token.
  role: user.role!,
  email: shownEmail(user)!,
  email_verified: isEmailVerified(user),
  alias: user.alias,
  created: user.created,
});

function viewUser(user: UserWithKey): AccountUser {
  const { id, type, role, alias, public_key, name, created, last_used } = user;
  const address = user.email !== null && { email: shownEmail(user)!, email_verified: isEmailVerified(user) };
  return { id, type, alias, ...address, created, ...known({ role, public_key, name, last_used }) };
}
