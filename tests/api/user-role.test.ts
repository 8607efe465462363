import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyEmail } from '../support/server/billing.ts';
import { inviteReference, teammate } from '../support/server/team.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const selfOf = (bearer: string) => world.succeed('user.self', {}, { bearer });

test('a user who signs up is the owner of the account, and a key has no role', async () => {
  const { bearer } = await world.freshAccount();
  expect(await selfOf(bearer)).toMatchObject({ role: 'owner' });
  const { users } = await world.succeed('user.list', {}, { bearer });
  expect(users.map(({ type, role }) => [type, role])).toEqual([
    ['SERVICE', undefined],
    ['NATURAL', 'owner'],
  ]);
});

describe('invite.create', () => {
  test('gives the role of the invitation, which the list shows, to the person who accepts it', async () => {
    const owner = await world.freshAccount();
    const { bearer } = await teammate(world, owner, 'billing');
    expect(await selfOf(bearer)).toMatchObject({ role: 'billing' });
    await world.succeed('invite.create', { email: world.freshEmail(), role: 'support' }, { bearer: owner.bearer });
    const { invites } = await world.succeed('invite.list', {}, { bearer: owner.bearer });
    expect(invites).toMatchObject([{ role: 'support' }]);
  });

  test('makes a person invited without a role an owner', async () => {
    const { bearer } = await teammate(world, await world.freshAccount());
    expect(await selfOf(bearer)).toMatchObject({ role: 'owner' });
  });
});

async function joinBy(email: string) {
  const [mail] = await server.mailbox(email);
  return server.call('password.create', { email, password: 'correct horse', reference: inviteReference(mail!) });
}

describe('user.change_role', () => {
  test('takes effect from the next call, in every sign-in, and is in the audit log', async () => {
    const owner = await world.freshAccount();
    const { id, bearer, email } = await teammate(world, owner, 'support');
    const other = await world.succeed('password.authenticate', { email, password: 'correct horse' });
    expect((await server.call('billing.self', {}, { bearer })).status).toBe(403);
    const changed = await world.succeed('user.change_role', { id, role: 'billing' }, { bearer: owner.bearer });
    expect(changed).toMatchObject({ id, role: 'billing', email });
    for (const token of [bearer, other.access_token]) {
      expect((await server.call('billing.self', {}, { bearer: token })).status).toBe(200);
      expect((await server.call('session.list', {}, { bearer: token })).body).toMatchObject({
        code: 'role_not_allowed',
      });
    }
    const { entries } = await world.succeed('audit.list', { limit: 1 }, { bearer: owner.bearer });
    expect(entries).toMatchObject([{ action: 'user.change_role', target_id: id }]);
  });

  test("can change an owner's role if there is another owner", async () => {
    const owner = await world.freshAccount();
    const { id } = await selfOf(owner.bearer);
    const second = await teammate(world, owner, 'owner');
    await world.succeed('user.change_role', { id, role: 'support' }, { bearer: second.bearer });
    const refused = await server.call('user.change_role', { id, role: 'owner' }, { bearer: owner.bearer });
    expect(refused).toMatchObject({ status: 403, body: { code: 'role_not_allowed' } });
    const last = await server.call('user.change_role', { id: second.id, role: 'billing' }, { bearer: second.bearer });
    expect(last).toMatchObject({ status: 409, body: { code: 'last_owner' } });
  });

  test("leaves one owner when two owners change each other's role at the same time", async () => {
    const owner = await world.freshAccount();
    const { id } = await selfOf(owner.bearer);
    const second = await teammate(world, owner, 'owner');
    const answers = await Promise.all([
      server.call('user.change_role', { id: second.id, role: 'developer' }, { bearer: owner.bearer }),
      server.call('user.change_role', { id, role: 'developer' }, { bearer: second.bearer }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const owners = await Promise.all([owner.bearer, second.bearer].map(selfOf));
    expect(owners.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  test('revokes the open invitations of an owner who may no longer invite, and records it in the audit log', async () => {
    const owner = await world.freshAccount();
    const second = await teammate(world, owner, 'owner');
    await verifyEmail(world, second);
    const [theirs, mine] = [world.freshEmail(), world.freshEmail()];
    await world.succeed('invite.create', { email: theirs, role: 'owner' }, { bearer: second.bearer });
    await world.succeed('invite.create', { email: mine }, { bearer: owner.bearer });
    const listed = await world.succeed('invite.list', {}, { bearer: owner.bearer });
    const { id: target_id } = listed.invites.find(({ email }) => email === theirs)!;

    await world.succeed('user.change_role', { id: second.id, role: 'support' }, { bearer: owner.bearer });
    const { invites } = await world.succeed('invite.list', {}, { bearer: owner.bearer });
    expect(invites.map(({ email }) => email)).toEqual([mine]);
    expect(await joinBy(theirs)).toMatchObject({ status: 409, body: { code: 'invite_used' } });
    expect((await joinBy(mine)).status).toBe(200);
    const { entries } = await world.succeed('audit.list', { limit: 10 }, { bearer: owner.bearer });
    expect(entries).toContainEqual(expect.objectContaining({ action: 'invite.revoke', target_id }));

    await world.succeed('user.change_role', { id: second.id, role: 'owner' }, { bearer: owner.bearer });
    expect((await joinBy(theirs)).status).toBe(409);
  });

  test('is not for API keys', async () => {
    const { bearer, key_id } = await world.freshAccount();
    const refused = await server.call('user.change_role', { id: key_id, role: 'support' }, { bearer });
    expect(refused).toMatchObject({ status: 403, body: { code: 'wrong_user_type' } });
  });
});

test('user.delete lets developers delete keys, and only owners delete people', async () => {
  const owner = await world.freshAccount();
  const { bearer } = await teammate(world, owner, 'developer');
  const support = await teammate(world, owner, 'support');
  const refused = await server.call('user.delete', { id: support.id }, { bearer });
  expect(refused).toMatchObject({ status: 403, body: { code: 'role_not_allowed' } });
  expect((await server.call('user.self', {}, { bearer: support.bearer })).status).toBe(200);
  await world.succeed('user.delete', { id: owner.key_id }, { bearer });
  await world.succeed('user.delete', { id: support.id }, { bearer: owner.bearer });
  expect((await server.call('user.self', {}, { bearer: support.bearer })).status).toBe(401);
});
