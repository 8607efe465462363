/** Users, API keys and invitations of an account. Lists, `get` and `revoke` need no rule of their own. */
import { addDays } from '../../server/core/clock.ts';
import { randomId } from '../../server/database/random-id.ts';
import type { AccountUser, OperationId } from '../../server/generated/operations.gen.ts';
import { randomText } from '../../server/secrets/random-secret.ts';
import { found } from './by-name.ts';
import { type AccountCall, type Rules, timeOf } from './rules.ts';

const PUBLIC_LENGTH = 24;
const SECRET_LENGTH = 43;
/** How much of a public key its name shows. */
const SHOWN_LENGTH = 8;
const INVITE_DAYS = 7;

export const userRules: Rules = {
  'user.self'({ user: { id, type, role = 'owner', alias, email = alias, email_verified = true, created } }) {
    return { id, type, role, alias, email, email_verified, created };
  },

  'user.create_service_user'(call, { name }) {
    const { account, world } = call;
    const random = randomText(PUBLIC_LENGTH);
    const key = {
      id: randomId(),
      public_key: `public-key-${random}`,
      alias: `public-key-${random.slice(0, SHOWN_LENGTH)}`,
    };
    account.lists.users.unshift({
      ...key,
      type: 'SERVICE',
      ...(name !== undefined && { name }),
      created: timeOf(world),
    });
    return newKey(call, key);
  },

  /** The old secret goes on in its grace period, which the mock never sees end. */
  'user.rotate_service_user'(call, { id, grace_period_hours }) {
    const { user, world } = call;
    if (user.type === 'SERVICE' && user.id !== id)
      throw world.examples.refused('user.rotate_service_user', 'other_key');
    const key = serviceUser(call, 'user.rotate_service_user', id);
    if (grace_period_hours === 0) world.accounts.endAllOf({ user_id: id });
    return newKey(call, key);
  },

  'user.rename_service_user': (call, { id, name }) =>
    Object.assign(serviceUser(call, 'user.rename_service_user', id), { name }),

  'user.change_role'(call, { id, role }) {
    const { account, world } = call;
    const user = found(call, 'user.change_role', 'users', id);
    if (user.type === 'SERVICE') throw world.examples.refused('user.change_role', 'without_api_key');
    const others = account.lists.users.filter((other) => other !== user && other.role === 'owner');
    if (role !== 'owner' && others.length === 0) throw world.examples.refused('user.change_role', 'last_owner');
    if (role !== 'owner') account.lists.invites = account.lists.invites.filter(({ user_id }) => user_id !== id);
    return Object.assign(user, { role });
  },

  'user.delete'(call, { id }) {
    const { account, user, world } = call;
    const gone = found(call, 'user.delete', 'users', id);
    if (gone.id === user.id) throw world.examples.refused('user.delete', 'cannot_delete_self');
    account.lists.users = account.lists.users.filter((known) => known.id !== id);
    account.lists.invites = account.lists.invites.filter(({ user_id }) => user_id !== id);
    world.accounts.endAllOf({ user_id: gone.id });
    return {};
  },

  'invite.create'({ account, user, world }, { email, role = 'owner' }) {
    if (!user.email_verified) throw world.examples.refused('invite.create', 'unverified_inviter');
    if (world.accounts.withEmail(email)) throw world.examples.refused('invite.create', 'email_taken');
    const now = world.now();
    const { lists } = account;
    // A new invitation takes the place of an older one to the same address.
    lists.invites = lists.invites.filter((invite) => invite.email !== email);
    lists.invites.unshift({
      id: randomId(),
      email,
      role,
      user_id: user.id,
      created: now.toISOString(),
      expires: addDays(now, INVITE_DAYS).toISOString(),
    });
    return {};
  },
};

function serviceUser(call: AccountCall, id: OperationId, user_id: number): AccountUser {
  const user = found(call, id, 'users', user_id);
  if (user.type !== 'SERVICE') throw call.world.examples.refused(id, 'without_api_key');
  return user;
}

/** The pair with a new secret. */
function newKey(
  { account, world }: AccountCall,
  { id, alias, public_key = alias }: Pick<AccountUser, 'id' | 'alias' | 'public_key'>,
) {
  const secret = `secret-${randomText(SECRET_LENGTH)}`;
  world.accounts.remember(secret, { account, user_id: id });
  return { id, public_key, secret };
}
